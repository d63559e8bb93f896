// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLinksTest {

  @TempDir Path directory;
  private Path file;
  private Path name;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), "content");
    name = directory.resolve("name");
  }

  @Test
  void aSecondNameKeepsTheFile() throws IOException {
    FileLinks.create(name, file);
    Files.delete(file);
    assertThat(name).hasContent("content");
  }

  @Test
  void whatHasTheNameStays() throws IOException {
    Files.writeString(name, "other");
    assertThatThrownBy(() -> FileLinks.create(name, file))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(name).hasContent("other");
  }

  /** As on BeeGFS with {@code sysCreateHardlinksAsSymlinks}. */
  @Test
  void aSymbolicLinkInItsPlaceIsDeleted() {
    assertRefused(Files::createSymbolicLink);
  }

  @Test
  void anotherFileInItsPlaceIsDeleted() {
    assertRefused((link, of) -> Files.copy(of, link));
  }

  private void assertRefused(FileLinks.Call call) {
    assertThatThrownBy(() -> FileLinks.create(name, file, call))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no hard links");
    assertThat(name).doesNotExist();
    assertThat(Files.isSymbolicLink(name)).isFalse();
    assertThat(file).hasContent("content");
  }
}
