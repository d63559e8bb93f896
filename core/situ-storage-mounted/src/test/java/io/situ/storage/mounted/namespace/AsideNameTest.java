// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was moved aside, and a name that may have been taken meanwhile. */
final class AsideNameTest {

  @TempDir Path root;
  private int dir;
  private DirEntryRef aside;
  private DirEntryRef name;

  @BeforeEach
  void open() {
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    dir = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), Libc.O_PATH, 0);
    aside = new DirEntryRef(dir, false, "aside".getBytes(StandardCharsets.UTF_8), 0);
    name = new DirEntryRef(dir, false, "name".getBytes(StandardCharsets.UTF_8), 0);
  }

  @AfterEach
  void close() {
    Syscalls.close(dir);
  }

  @Test
  void aFileGetsItsNameAgain() throws Exception {
    Files.writeString(root.resolve("aside"), "moved");
    AsideName.putBack(aside, name);
    assertThat(Files.readString(root.resolve("name"))).isEqualTo("moved");
    assertThat(root.toFile().list()).containsExactly("name");
  }

  @Test
  void aDirectoryGetsItsNameAgain() throws Exception {
    Files.createDirectories(root.resolve("aside/entry"));
    AsideName.putBack(aside, name);
    assertThat(root.resolve("name/entry")).isDirectory();
    assertThat(root.toFile().list()).containsExactly("name");
  }

  @Test
  void ofTwoNamesOfOneFileTheHiddenOneIsRemoved() throws Exception {
    Files.writeString(root.resolve("aside"), "moved");
    Files.createLink(root.resolve("name"), root.resolve("aside"));
    AsideName.putBack(aside, name);
    assertThat(root.toFile().list()).containsExactly("name");
  }

  @Test
  void whatIsNotFoundIsNotTakenForPutBack() {
    assertKept();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void neitherOfTwoFilesIsLost() throws IOException {
    Files.writeString(root.resolve("aside"), "moved");
    Files.writeString(root.resolve("name"), "new");
    assertKept();
    assertThat(Files.readString(root.resolve("aside"))).isEqualTo("moved");
    assertThat(Files.readString(root.resolve("name"))).isEqualTo("new");
  }

  @Test
  void neitherADirectoryNorAFileIsLost() throws IOException {
    Files.createDirectories(root.resolve("aside/entry"));
    Files.writeString(root.resolve("name"), "new");
    assertKept();
    assertThat(root.resolve("aside/entry")).isDirectory();
    assertThat(Files.readString(root.resolve("name"))).isEqualTo("new");
  }

  /** As Linux refuses a second name of another user's file (fs.protected_hardlinks). */
  @ParameterizedTest
  @ValueSource(ints = {Errno.EPERM, Errno.EMLINK, Errno.EXDEV, Errno.ENOSYS, Errno.EOPNOTSUPP})
  void aFileThatGetsNoSecondNameGetsItsNameAgain(int refusal) throws Exception {
    Files.writeString(root.resolve("aside"), "moved");
    AsideName.putBack(aside, name, (from, to) -> -refusal);
    assertThat(Files.readString(root.resolve("name"))).isEqualTo("moved");
    assertThat(root.toFile().list()).containsExactly("name");
  }

  @Test
  void aNameThatIsTakenAsSoonAsItIsBackIsNoFailure() throws Exception {
    Files.writeString(root.resolve("aside"), "moved");
    AsideName.putBack(
        aside,
        name,
        (from, to) -> {
          int error = HardLinks.make(from, to);
          return error == 0 && root.resolve("name").toFile().renameTo(root.resolve("x").toFile())
              ? 0
              : -Errno.EIO;
        });
    assertThat(Files.readString(root.resolve("x"))).isEqualTo("moved");
    assertThat(root.toFile().list()).containsExactly("x");
  }

  private void assertKept() {
    assertThatThrownBy(() -> AsideName.putBack(aside, name))
        .isInstanceOf(HiddenNameException.class);
  }
}
