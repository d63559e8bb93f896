// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.mapreduce.record.Submission;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that are not handed over. */
class JobMonitorTest {

  @TempDir private Path scratch;

  /** The failure of the clean-up stands beside the reason, and no record says that the job runs. */
  @Test
  void whatCannotBeUndoneDoesNotHideWhyTheJobIsNotStarted() {
    Path out = scratch.resolve("out");
    Configuration conf = new FailsAfterClaim(out);
    conf.set("situ.mapreduce.framework", "local");
    conf.set("situ.mapreduce.records.dir", scratch.resolve("records").toString());
    Submission submission =
        new Submission(
            conf,
            List.of(),
            OptionalLong.empty(),
            0,
            List.of(),
            Optional.of(new org.apache.hadoop.fs.Path("situ:" + out)));

    Throwable thrown =
        catchThrowable(
            () -> JobMonitor.start(null, conf, new JobID("1500000000000", 7), submission));
    assertThat(thrown).hasMessage("there is no room for map output");
    assertThat(thrown.getSuppressed()).hasSize(1);
    assertThat(scratch.resolve("records")).isEmptyDirectory();
  }

  /** Where map output goes cannot be found out, and the output is out of reach from then on. */
  private static final class FailsAfterClaim extends Configuration {

    private final Path out;

    FailsAfterClaim(Path out) {
      this.out = out;
    }

    @Override
    public String getRaw(String key) {
      if (key.equals("situ.mapreduce.shuffle.job.dir")
          && Files.exists(out.resolve("_temporary/_situ_claim"))) {
        try {
          FileUtil.fullyDelete(out.toFile());
          Files.createSymbolicLink(out, out);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("there is no room for map output");
      }
      return super.getRaw(key);
    }
  }
}
