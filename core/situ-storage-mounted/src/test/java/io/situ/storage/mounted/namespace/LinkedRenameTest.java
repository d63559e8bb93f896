// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Renames whose system calls answer as those of an NFS client that sent a request twice. */
final class LinkedRenameTest {

  @TempDir Path root;
  private int dir;
  private DirEntryRef from;
  private DirEntryRef to;

  @BeforeEach
  void open() throws Exception {
    dir = open(root.toString());
    from = new DirEntryRef(dir, false, "from".getBytes(StandardCharsets.UTF_8), 0);
    to = new DirEntryRef(dir, false, "to".getBytes(StandardCharsets.UTF_8), 0);
    Files.writeString(root.resolve("from"), "content");
  }

  private static int open(String path) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    return Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(name), Libc.O_PATH, 0);
  }

  @AfterEach
  void close() {
    Syscalls.close(dir);
  }

  private void assertRenamed() throws Exception {
    assertThat(root.resolve("from")).doesNotExist();
    assertThat(root.resolve("to")).hasContent("content");
  }

  private void assertHasOnly(String name) {
    assertThat(root.resolve(name)).hasContent("content");
    assertThat(root.toFile().list()).containsExactly(name);
  }

  /** Returns a rename during which something else happens before the first name is moved. */
  private LinkedRename meanwhile(boolean resends, Runnable other) {
    return new LinkedRename(from, to, resends) {
      @Override
      int moveAside(DirEntryRef aside) {
        other.run();
        return super.moveAside(aside);
      }
    };
  }

  @Test
  void aLinkThatWasMadeAndIsRefusedCounts() throws Exception {
    LinkedRename rename =
        new LinkedRename(from, to, true) {
          @Override
          int link() {
            return super.link() == 0 ? -Errno.EEXIST : -Errno.EIO;
          }
        };
    assertThat(rename.run()).isZero();
    assertRenamed();
  }

  @Test
  void whatWasThereBeforeStaysThere() throws Exception {
    Files.createLink(root.resolve("to"), root.resolve("from"));
    assertThat(new LinkedRename(from, to, true).run()).isEqualTo(-Errno.EEXIST);
    assertThat(root.resolve("from")).exists();
    assertThat(root.resolve("to")).exists();
  }

  @Test
  void aNameThatWasRemovedAndIsMissingIsNoReasonToRemoveTheOther() throws Exception {
    LinkedRename rename =
        new LinkedRename(from, to, true) {
          @Override
          int moveAside(DirEntryRef aside) {
            return super.moveAside(aside) == 0 ? -Errno.ENOENT : -Errno.EIO;
          }

          @Override
          int unlink(DirEntryRef place) {
            return super.unlink(place) == 0 ? -Errno.ENOENT : -Errno.EIO;
          }
        };
    assertThat(rename.run()).isZero();
    assertRenamed();
  }

  @Test
  void anotherFileThatGotTheFirstNameMeanwhileKeepsIt() throws Exception {
    LinkedRename rename =
        meanwhile(
            false,
            () -> {
              write("new");
              move("new", "from");
            });
    assertThat(rename.run()).isZero();
    assertThat(root.resolve("to")).hasContent("content");
    assertThat(root.resolve("from")).hasContent("new");
    assertThat(root.toFile().list()).containsExactlyInAnyOrder("from", "to");
  }

  @Test
  void aSymbolicLinkInPlaceOfASecondNameIsRemovedAgain() throws Exception {
    LinkedRename rename =
        new LinkedRename(from, to, false) {
          @Override
          int link() {
            byte[] text = "../x/from".getBytes(StandardCharsets.UTF_8);
            return Syscalls.symlinkat(
                NativeScratchBuffers.get().first(text), to.dir(), to.second());
          }
        };
    assertThat(rename.run()).isEqualTo(-Errno.EOPNOTSUPP);
    assertHasOnly("from");
  }

  @Test
  void whatReplacedTheSecondNameStaysAndSoDoesTheFirstName() throws Exception {
    LinkedRename rename =
        new LinkedRename(from, to, false) {
          @Override
          int link() {
            int error = super.link();
            write("new");
            move("new", "to");
            return error;
          }
        };
    assertThat(rename.run()).isEqualTo(-Errno.EEXIST);
    assertThat(root.resolve("to")).hasContent("new");
    assertThat(root.resolve("from")).hasContent("content");
  }

  private void move(String name, String other) {
    try {
      Files.move(root.resolve(name), root.resolve(other), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void unlinkFrom() {
    assertThat(Syscalls.unlinkat(from.dir(), from.first(), 0)).isZero();
  }

  /** As mv(1) removes the old name of a file that has both names already. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLastNameOfAFileIsNotRemoved(boolean resends) throws Exception {
    assertThat(meanwhile(resends, this::unlinkFrom).run()).isZero();
    assertRenamed();
  }

  /** The first caller has made its name when the second one begins, and then comes first. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofTwoCallersWithTwoNewNamesOneSucceeds(boolean resends) throws Exception {
    Files.createLink(root.resolve("other"), root.resolve("from"));
    assertThat(meanwhile(resends, this::unlinkFrom).run()).isEqualTo(-Errno.ENOENT);
    assertHasOnly("other");
  }

  @Test
  void anotherFileThatCannotGetTheFirstNameAgainIsKeptAndNamed() throws Exception {
    Files.createLink(root.resolve("other"), root.resolve("from"));
    LinkedRename rename =
        new LinkedRename(from, to, false) {
          @Override
          int moveAside(DirEntryRef aside) {
            write("new");
            move("new", "from");
            int error = super.moveAside(aside);
            write("from");
            return error;
          }
        };
    HiddenNameException failure = catchThrowableOfType(HiddenNameException.class, rename::run);

    String hidden = hiddenName();
    assertThat(failure.withPaths(StorePath.of("/from"), StorePath.of("/to")))
        .hasMessageContaining("is kept as '" + hidden + "'")
        .hasMessageContaining("something is there already");
    assertThat(root.resolve(hidden)).hasContent("new");
    assertThat(root.resolve("from")).hasContent("from");
    assertThat(root.resolve("other")).hasContent("content");
    assertThat(root.resolve("to")).doesNotExist();
  }

  private String hiddenName() {
    return Stream.of(root.toFile().list()).filter(n -> n.startsWith(".situ-")).findAny().get();
  }

  private void write(String name) {
    try {
      Files.writeString(root.resolve(name), name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whereAnotherCallerRenamedTheFileItKeepsThatName() throws Exception {
    assertThat(meanwhile(true, () -> move("from", "other")).run()).isEqualTo(-Errno.ENOENT);
    assertHasOnly("other");
  }

  @Test
  void whereTheFirstNameCannotBeMovedTheSecondIsRemoved() throws Exception {
    assertRefused(
        new LinkedRename(from, to, false) {
          @Override
          int moveAside(DirEntryRef aside) {
            return -Errno.EACCES;
          }
        });
  }

  /** As on a mount whose server goes away meanwhile. */
  @Test
  void whereTheFirstNameMayHaveBeenMovedTheSecondStays() throws Exception {
    int lost = open(root.toString());
    byte[] name = "from".getBytes(StandardCharsets.UTF_8);
    LinkedRename rename =
        new LinkedRename(new DirEntryRef(lost, false, name, 0), to, false) {
          @Override
          int moveAside(DirEntryRef aside) {
            assertThat(super.moveAside(aside)).isZero();
            int nothing = open("/dev/null");
            Syscalls.replace(lost, nothing);
            Syscalls.close(nothing);
            return -Errno.EIO;
          }
        };

    HiddenNameException failure = catchThrowableOfType(HiddenNameException.class, rename::run);
    Syscalls.close(lost);

    assertThat(failure.withPaths(StorePath.of("/from"), StorePath.of("/to")))
        .hasMessageContaining("it has the name '/to'")
        .hasMessageContaining("may be kept as '" + hiddenName() + "'")
        .hasMessageContaining("delete it where it is the same file as '/to'");
    assertThat(root.resolve("to")).hasContent("content");
  }

  @Test
  void whereTheFirstNameCannotBeRemovedItComesBackAndTheSecondIsRemoved() throws Exception {
    assertRefused(
        new LinkedRename(from, to, false) {
          @Override
          int unlink(DirEntryRef place) {
            return -Errno.EACCES;
          }
        });
  }

  private void assertRefused(LinkedRename rename) throws Exception {
    assertThat(rename.run()).isEqualTo(-Errno.EACCES);
    assertHasOnly("from");
  }

  @Test
  void aReplacingRenameThatWasDoneAndIsRefusedCounts() throws Exception {
    Files.writeString(root.resolve("to"), "old");
    ReplacingRename rename =
        new ReplacingRename(from, to, true) {
          @Override
          int rename() {
            return super.rename() == 0 ? -Errno.ENOENT : -Errno.EIO;
          }
        };
    assertThat(rename.run()).isZero();
    assertRenamed();
  }
}
