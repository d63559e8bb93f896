// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {

  @TempDir private Path scratch;

  @Test
  void isClosedToOthers() throws Exception {
    Path made = PrivateDirectory.create(scratch.resolve("a/b"));

    assertThat(made).isEqualTo(scratch.resolve("a/b")).isDirectory();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    assertThat(PrivateDirectory.create(made)).isEqualTo(made);
  }

  @Test
  void refusesWhatOthersMayHaveFilled() throws Exception {
    Path open = Files.createDirectory(scratch.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path link = Files.createSymbolicLink(scratch.resolve("link"), scratch);
    Path file = Files.createFile(scratch.resolve("file"));

    assertThatThrownBy(() -> PrivateDirectory.create(open))
        .hasMessage("'" + open + "' cannot be used: other users may write there (rwxrwxrwx)");
    assertThatThrownBy(() -> PrivateDirectory.create(link))
        .hasMessage("'" + link + "' cannot be used: it is a symbolic link");
    assertThatThrownBy(() -> PrivateDirectory.create(file))
        .hasMessage("'" + file + "' cannot be used: it is no directory");
  }

  @Test
  void refusesAnotherUsers() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can give files away");
    Path given = Files.createDirectory(scratch.resolve("given"));
    Files.setAttribute(given, "unix:uid", 65534);

    assertThatThrownBy(() -> PrivateDirectory.create(given))
        .hasMessageStartingWith("'" + given + "' cannot be used: it belongs to user ");
  }
}
