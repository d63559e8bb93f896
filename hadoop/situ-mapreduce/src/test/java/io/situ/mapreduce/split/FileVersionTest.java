// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileVersionTest {

  private final Configuration conf = new Configuration();
  @TempDir private java.nio.file.Path scratch;
  private java.nio.file.Path file;
  private FileVersion version;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(scratch.resolve("f"), "five\n");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
    version = new FileVersion(5, 1000, "");
  }

  private void check() throws IOException {
    version.check(new Path(file.toUri()), conf);
  }

  @Test
  void theSameFileIsFine() {
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void anotherTimeOrLengthIsReported() throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(2000));
    assertThatThrownBy(this::check)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/f' was changed while the job ran")
        .hasMessageContaining("it was 5 bytes of 1970-01-01T00:00:01Z, is 5 bytes of")
        .hasMessageContaining("situ.mapreduce.input.changes=ignore");
    Files.writeString(file, "three");
    Files.writeString(file, "and more");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
    assertThatThrownBy(this::check).hasMessageContaining("is 8 bytes of 1970-01-01T00:00:01Z");
  }

  @Test
  void anEtagThatOnlyOneSideKnowsDoesNotCount() {
    version = version.withEtag("x");
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void aFileThatIsGoneIsReported() throws IOException {
    Files.delete(file);
    assertThatThrownBy(this::check).hasMessageContaining("/f' was removed while the job ran");
  }
}
