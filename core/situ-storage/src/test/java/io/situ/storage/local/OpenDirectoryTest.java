// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenDirectoryTest {

  private static final int FILES = 1_500;

  /** By chance the link may be what is found first. */
  private static final int ATTEMPTS = 20;

  @TempDir private Path scratch;
  private Path top;
  private Path precious;

  @BeforeEach
  void makeTrees() throws IOException {
    top = Files.createDirectory(scratch.resolve("top"));
    precious = Files.createDirectory(scratch.resolve("precious"));
    Files.writeString(precious.resolve("file"), "precious");
  }

  @Test
  void deletesEverythingBelowAndFollowsNothing() throws IOException {
    Files.createDirectories(top.resolve("a/b/c"));
    Files.writeString(top.resolve("a/b/c/file"), "x");
    Files.createDirectory(top.resolve("empty"));
    Files.createSymbolicLink(top.resolve("link"), precious);
    Files.createSymbolicLink(top.resolve("a/b/link"), precious);
    Files.createLink(top.resolve("a/second"), precious.resolve("file"));

    OpenDirectory.deleteTree(top);
    OpenDirectory.deleteTree(top);

    assertThat(top).doesNotExist();
    assertThat(precious.resolve("file")).hasContent("precious");
  }

  @Test
  void deletesTheLinkThatIsNamedInPlaceOfADirectory() throws IOException {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), precious);

    assertThatThrownBy(() -> OpenDirectory.open(link)).isInstanceOf(NotDirectoryException.class);
    OpenDirectory.deleteTree(link);

    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(precious.resolve("file")).exists();
    assertThatThrownBy(() -> OpenDirectory.open(link)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void deletesMoreLevelsThanAProcessMayHaveFilesOpen() throws IOException {
    Path deepest = top;
    for (int level = 0; level < 1_500; level++) {
      deepest = Files.createDirectory(deepest.resolve("d"));
    }
    Files.writeString(deepest.resolve("file"), "x");

    OpenDirectory.deleteTree(top);

    assertThat(top).doesNotExist();
  }

  @Test
  void whatTakesTheNameOfAHeldDirectoryStays() throws IOException {
    Files.writeString(top.resolve("file"), "x");
    try (OpenDirectory held = OpenDirectory.open(top)) {
      Files.move(top, scratch.resolve("aside"));
      Files.move(precious, top);

      assertThatThrownBy(held::delete).isInstanceOf(IOException.class);
    }
    assertThat(scratch.resolve("aside")).isEmptyDirectory();
    assertThat(top.resolve("file")).hasContent("precious");
  }

  @Test
  void isPrivateByOwnerAndPermissions() throws IOException {
    Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(top.resolve("own"), "text");
    Files.setPosixFilePermissions(top.resolve("own"), PosixFilePermissions.fromString("rw-r--r--"));
    Files.writeString(top.resolve("open"), "text");
    Files.setPosixFilePermissions(
        top.resolve("open"), PosixFilePermissions.fromString("rw-rw-r--"));
    Files.createSymbolicLink(top.resolve("link"), precious.resolve("file"));

    try (OpenDirectory held = OpenDirectory.open(top)) {
      assertThat(held.isPrivate()).isTrue();
      assertThat(held.readOwn("own", 99)).contains("text");
      assertThat(held.readOwn("own", 2)).contains("te");
      assertThat(held.readOwn("open", 99)).isEmpty();
      assertThat(held.readOwn("link", 99)).isEmpty();
      assertThat(held.readOwn("absent", 99)).isEmpty();
      Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwx--x---"));
      assertThat(held.isPrivate()).isFalse();
    }
  }

  @Test
  void anotherUsersDirectoryIsNotPrivate() throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can give files away");
    Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(top.resolve("own"), "text");
    Files.setAttribute(top.resolve("own"), "unix:uid", 1);
    Files.setAttribute(top, "unix:uid", 1);

    try (OpenDirectory held = OpenDirectory.open(top)) {
      assertThat(held.isPrivate()).isFalse();
      assertThat(held.readOwn("own", 99)).isEmpty();
    }
  }

  @Test
  void aDirectoryThatIsExchangedForALinkMeanwhileLeadsNowhere() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root becomes another user");
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path sub = Files.createDirectories(top.resolve("sub"));
    for (int i = 0; i < FILES; i++) {
      Files.createFile(sub.resolve("file-" + i));
      Files.createFile(precious.resolve("file-" + i));
    }
    Path sign = Files.createFile(scratch.resolve("sign"));
    Files.setAttribute(sub, "unix:uid", 1);
    Files.setAttribute(top, "unix:uid", 1);
    Process attacker = attack(sub, top.resolve("aside"), sign);
    try {
      assertThat(attacker.inputReader().readLine()).isEqualTo("ready");
      for (int attempt = 0; attempt < ATTEMPTS && Files.exists(top); attempt++) {
        deleteOnce();
      }
    } finally {
      Files.delete(sign);
      attacker.waitFor();
    }

    assertThat(precious.toFile().list()).hasSize(FILES + 1);
  }

  private void deleteOnce() {
    try {
      OpenDirectory.deleteTree(top);
    } catch (IOException e) {
      // The other user keeps adding to it.
      assertThat(top).exists();
    }
  }

  private Process attack(Path sub, Path aside, Path sign) throws IOException {
    return new ProcessBuilder(
            "setpriv",
            "--reuid=1",
            "--regid=1",
            "--clear-groups",
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xshare:auto",
            "-cp",
            Path.of("target/test-classes").toAbsolutePath().toString(),
            SymlinkExchanger.class.getName(),
            sub.toString(),
            aside.toString(),
            precious.toString(),
            sign.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
