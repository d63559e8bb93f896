// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.spark.FileSystemRegistration;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of failures in a directory whose path has the words of other failures in it. */
@Tag("end-to-end")
class SharedFilesTest {

  @TempDir private Path scratch;
  private SharedFiles files;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    Path shared = Files.createDirectories(scratch.resolve("quota-500g/no space/read-only"));
    files = SharedFiles.open(new org.apache.hadoop.fs.Path("situ", "", shared.toString()), conf);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  @Test
  void aFailureWithAnotherCauseStaysAsItIs() {
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(files.directory(), "none/none/map-1");

    assertThatThrownBy(() -> files.create(file))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("quota-500g/no space/read-only/none");
    IOException stale = new FileSystemException(scratch.toString(), null, "Stale file handle");
    assertThat(files.explained(stale)).isSameAs(stale);
  }

  @Test
  void causesAreFoundByTypeAndByWhatTheSystemSays() {
    String path = files.directory().toUri().getPath();

    assertThat(files.explained(new ClusterStorageCapacityExceededException(path)))
        .hasMessageContaining("there is no room left");
    assertThat(files.explained(new FileSystemException(path, null, "Disk quota exceeded")))
        .hasMessageContaining("there is no room left");
    assertThat(files.explained(new IOException("No space left on device")))
        .hasMessageContaining("there is no room left");
    assertThat(files.explained(new FileSystemException(path, null, "Read-only file system")))
        .hasMessageContaining("it is read-only on ");
    assertThat(files.explained(new IOException(new AccessDeniedException(path))))
        .hasMessageContaining("may not write there on ");
  }
}
