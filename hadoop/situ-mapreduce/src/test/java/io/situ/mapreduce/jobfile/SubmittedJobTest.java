// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmittedJobTest {

  private static final JobID ID = new JobID("test", 1);

  @TempDir private Path scratch;

  private SubmittedJob load() throws IOException {
    return SubmittedJob.load(
        ID, new org.apache.hadoop.fs.Path(scratch.toUri()), new Configuration(false));
  }

  private void writeAsHadoopDoes(String key, String value) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    try (OutputStream out = Files.newOutputStream(scratch.resolve("job.xml"))) {
      conf.writeXml(out);
    }
  }

  @Test
  void nothingIsWrittenBeforeAllIsChanged() throws IOException {
    writeAsHadoopDoes("a", "<${b}> & \n");
    SubmittedJob job = load();
    job.conf().set("c", "d");

    assertThat(load().conf().get("c")).isNull();
    job.write();

    assertThat(load().conf().getRaw("a")).isEqualTo("<${b}> & \n");
    assertThat(load().conf().get("c")).isEqualTo("d");
    assertThat(Files.getPosixFilePermissions(scratch.resolve("job.xml")))
        .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
  }

  @Test
  void aJobWithoutItsFileIsNotLoaded() {
    assertThatThrownBy(this::load).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aFileThatIsNoConfigurationIsNotLoaded() throws IOException {
    Files.writeString(scratch.resolve("job.xml"), "<configuration><prop");

    assertThatThrownBy(this::load).isInstanceOf(RuntimeException.class);
  }
}
