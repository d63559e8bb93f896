// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDirectoriesTest {

  @TempDir private Path scratch;

  @Test
  void namesWhatIsThere() throws IOException {
    Path hidden = Files.createFile(scratch.resolve(".hidden"));
    Path file = Files.createFile(scratch.resolve("file.txt"));
    Path directory = Files.createDirectory(scratch.resolve("directory"));

    assertThat(LocalDirectories.list(scratch)).containsExactlyInAnyOrder(hidden, file, directory);
    assertThat(LocalDirectories.list(scratch, "*.txt")).containsExactly(file);
    assertThat(LocalDirectories.list(directory)).isEmpty();
    assertThatThrownBy(() -> LocalDirectories.list(scratch.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  /** As of a network file system that goes away between two calls. */
  @Test
  void aDirectoryThatCannotBeReadToItsEndIsAnIoException() {
    IOException broken = new FileSystemException("dir", null, "Input/output error");
    List<Path> seen = new ArrayList<>();

    assertThatThrownBy(() -> LocalDirectories.forEach(new Broken(broken), seen::add))
        .isSameAs(broken);
    assertThat(seen).containsExactly(Path.of("first"));
  }

  /** Ends after one entry by a failure. */
  private record Broken(IOException reason) implements DirectoryStream<Path> {

    @Override
    public Iterator<Path> iterator() {
      return new Iterator<>() {
        private boolean given;

        @Override
        public boolean hasNext() {
          if (given) {
            throw new DirectoryIteratorException(reason);
          }
          return true;
        }

        @Override
        public Path next() {
          given = true;
          return Path.of("first");
        }
      };
    }

    @Override
    public void close() {}
  }
}
