// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
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

  /** Who cleans up after the process learns from the record what stays. */
  @Test
  void whatCannotBeUndoneDoesNotHideWhyTheJobIsNotStarted() throws IOException {
    Path out = scratch.resolve("out");

    Throwable thrown = start(new FailsAfterClaim(out, true), out);
    assertThat(JobFailure.of(thrown).sentence())
        .isEqualTo("IllegalStateException: there is no room for map output");
    assertThat(JobRecords.readAll(scratch.resolve("records")))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.state()).isEqualTo(JobRecord.State.FAILED);
              assertThat(record.failure()).contains("there is no room for map output");
              assertThat(record.data().output()).contains("situ:" + out);
            });
  }

  @Test
  void nothingStaysOfAJobThatIsNotStarted() {
    Path out = scratch.resolve("out");

    Throwable thrown = start(new FailsAfterClaim(out, false), out);
    assertThat(thrown).hasMessage("there is no room for map output");
    assertThat(out).doesNotExist();
    assertThat(scratch.resolve("records")).isEmptyDirectory();
  }

  /** As on a file system whose server goes away while the lease is taken. */
  @Test
  void theRecordOfAJobWhoseLeaseStaysSaysThatItFailed() throws IOException {
    Path out = Files.createDirectory(scratch.resolve("out"));
    Configuration conf = new Configuration();
    conf.set("fs.situ.store.lost.driver", UnreachableProvider.DRIVER);
    conf.set("fs.situ.store.lost.root", scratch.toString());

    Throwable thrown = start(conf, "yarn", "situ://lost/out");
    assertThat(thrown).hasMessageContaining("its server does not answer");
    assertThat(out.resolve("_temporary/_situ_claim")).exists();
    assertThat(JobRecords.readAll(scratch.resolve("records")))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.state()).isEqualTo(JobRecord.State.FAILED);
              assertThat(record.failure().orElseThrow()).contains("its server does not answer");
              assertThat(record.data().output()).contains("situ://lost/out");
            });
  }

  private Throwable start(Configuration conf, Path out) {
    return start(conf, "local", "situ:" + out);
  }

  private Throwable start(Configuration conf, String framework, String out) {
    conf.set("situ.mapreduce.framework", framework);
    conf.set("situ.mapreduce.records.dir", scratch.resolve("records").toString());
    Submission submission =
        new Submission(
            conf,
            List.of(),
            OptionalLong.empty(),
            0,
            List.of(),
            Optional.of(new org.apache.hadoop.fs.Path(out)));
    return catchThrowable(
        () -> JobMonitor.start(null, conf, new JobID("1500000000000", 7), submission));
  }

  /** Where map output goes cannot be found out, and the output may be out of reach from then on. */
  private static final class FailsAfterClaim extends Configuration {

    private final Path out;
    private final boolean outOfReach;

    FailsAfterClaim(Path out, boolean outOfReach) {
      this.out = out;
      this.outOfReach = outOfReach;
    }

    @Override
    public String getRaw(String key) {
      if (key.equals("situ.mapreduce.shuffle.job.dir")
          && Files.exists(out.resolve("_temporary/_situ_claim"))) {
        if (outOfReach) {
          exchange();
        }
        throw new IllegalStateException("there is no room for map output");
      }
      return super.getRaw(key);
    }

    private void exchange() {
      try {
        FileUtil.fullyDelete(out.toFile());
        Files.createSymbolicLink(out, out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
