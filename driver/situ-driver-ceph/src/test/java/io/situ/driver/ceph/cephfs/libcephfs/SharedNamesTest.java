// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.nativelib.Errno;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Renames and creations while another client uses the same names. */
final class SharedNamesTest extends InMemoryFixture {

  @BeforeEach
  void open() throws StoreException {
    write(OLD, "content");
  }

  /** As mv(1) removes the old name of a file that has both names already. */
  @Test
  void theLastNameOfAFileIsNotRemoved() throws StoreException {
    before("rename", () -> store.delete(OLD));

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactly(NEW);
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void ofTwoRenamesOfOneFileOneSucceeds() throws StoreException {
    before("rename", () -> store.rename(OLD, OTHER, RenameMode.NO_REPLACE));

    assertThat(failure(RenameMode.NO_REPLACE).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(names()).containsExactly(OTHER);
    assertThat(read(OTHER)).isEqualTo("content");
  }

  /** The library leaves a mark where it finds no source: nothing may ask for the new name then. */
  @ParameterizedTest
  @CsvSource({"rename, 0", "renameNow, 1"})
  void aSourceThatVanishesLeavesNoNameThatIsWaitedFor(String call, int discarded)
      throws StoreException {
    before(call, () -> store.delete(OLD));

    assertThat(failure(RenameMode.REPLACE).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(names()).isEmpty();
    assertThatThrownBy(() -> store.stat(NEW, false)).isInstanceOf(StoreException.class);
    write(NEW, "other");
    assertThat(files.discarded()).isEqualTo(discarded);
  }

  /** That it is there again says nothing of the mark. */
  @Test
  void aSourceThatVanishesAndIsMadeAgainLeavesNoNameThatIsWaitedFor() throws StoreException {
    before(
        "renameNow",
        () -> {
          store.delete(OLD);
          before("afterRenameNow", () -> write(OLD, "again"));
        });

    assertThat(failure(RenameMode.REPLACE).kind()).isEqualTo(Kind.NOT_FOUND);
    write(NEW, "other");
    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
    assertThat(files.discarded()).isOne();
  }

  @Test
  void aNewDirectoryThatVanishesEndsNoSession() throws StoreException {
    StorePath directory = StorePath.of("/e");
    store.mkdir(directory, 0755);
    before("renameNow", () -> store.delete(directory));

    assertThatThrownBy(() -> store.rename(OLD, directory.child("new"), RenameMode.REPLACE))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
    assertThat(names()).containsExactly(OLD);
    assertThat(files.discarded()).isZero();
  }

  /** A hidden name that nothing asks for is no reason to give up what is open in the session. */
  @Test
  void aFirstNameThatVanishesEndsNoSession() throws StoreException {
    before("renameNow", () -> store.delete(OLD));

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactly(NEW);
    assertThat(files.discarded()).isZero();
  }

  /** Of which the library may say that they are absent. */
  @Test
  void theOtherNamesOfAReplacedFileAreNotedBeforeTheyCanBeAskedFor() throws StoreException {
    write(NEW, "second");
    store.createHardLink(OTHER, NEW);

    store.rename(OLD, NEW, RenameMode.REPLACE);
    assertThat(files.staleMarks()).isOne();

    store.rename(NEW, OTHER, RenameMode.REPLACE);
    assertThat(files.staleMarks()).as("of a file with one name").isOne();
  }

  @Test
  void anotherProcessThatReplacesTheFileKeepsItsHiddenName() throws StoreException {
    before("renameNow", () -> write(OLD, "other"));

    write(OLD, "second");

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).containsExactly(OLD);
    assertThat(files.discarded()).isZero();
  }

  @Test
  void aFileWhoseHiddenNameIsRemovedIsReplacedAllTheSame() throws StoreException {
    before("renameNow", () -> store.delete(hidden()));

    write(OLD, "second");

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).containsExactly(OLD);
    assertThat(files.discarded()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"PT30M, false", "PT2H, true"})
  void aHiddenNameOfADeadProcessIsRemovedOnceItIsOld(Duration age, boolean removed)
      throws StoreException {
    StorePath left = StorePath.of("/d/" + sharedHiddenName());
    write(left, "", WriteHandle.Options.EXCLUSIVE);
    store.setAttributes(left, Attributes.Change.NONE.withModified(Instant.now().minus(age)));

    write(OLD, "second");

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).hasSize(removed ? 1 : 2);
  }

  private static String sharedHiddenName() {
    return new String(TempFileName.of("old".getBytes(US_ASCII)), US_ASCII);
  }

  @Test
  void whatReplacedTheNewNameStays() throws StoreException {
    before(
        "rename",
        () -> {
          store.delete(OLD);
          write(NEW, "other");
        });

    assertThat(failure(RenameMode.NO_REPLACE).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(read(NEW)).isEqualTo("other");
  }

  @Test
  void anotherFileThatCannotGetTheOldNameAgainIsKeptAndNamed() throws StoreException {
    before(
        "rename",
        () -> {
          write(OLD, "second");
          before("link", () -> write(OLD, "third"));
        });

    assertThat(failure(RenameMode.NO_REPLACE))
        .hasMessageContaining("is kept as '" + hidden().name() + "'")
        .hasMessageContaining("something is there already");
    assertThat(read(hidden())).isEqualTo("second");
    assertThat(read(OLD)).isEqualTo("third");
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void anotherUsersFileGetsTheOldNameAgainByAClaim() throws StoreException {
    before(
        "rename",
        () -> {
          store.delete(OLD);
          write(OLD, "second");
          files.setFailureOnce("link", Errno.EPERM);
        });

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(read(NEW)).isEqualTo("content");
    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
  }

  @ParameterizedTest
  @CsvSource({"NO_REPLACE, child", "NO_REPLACE, unlink", "REPLACE, child", "REPLACE, unlink"})
  void aHiddenNameThatIsTidiedUpIsRemoved(RenameMode mode, String call) throws StoreException {
    if (mode == RenameMode.REPLACE) {
      store.createHardLink(NEW, OLD);
    }
    before("rename", () -> before(call, () -> store.delete(hidden())));

    store.rename(OLD, NEW, mode);

    assertThat(names()).containsExactly(NEW);
    assertThat(read(NEW)).isEqualTo("content");
  }

  /** As if the rename came after the other client's. */
  @Test
  void aNewNameThatIsReplacedMeanwhileIsReplacedAgain() throws StoreException {
    store.createHardLink(NEW, OLD);
    before("rename", () -> write(NEW, "other"));

    store.rename(OLD, NEW, RenameMode.REPLACE);

    assertThat(names()).containsExactly(NEW);
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void aDirectoryThatGotTheOldNameGetsItAgain() throws StoreException {
    before(
        "rename",
        () -> {
          store.delete(OLD);
          store.mkdir(OLD, 0755);
          store.mkdir(StorePath.of("/d/old/entry"), 0755);
        });

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
    assertThat(store.stat(StorePath.of("/d/old/entry"), false)).isNotNull();
    assertThat(read(NEW)).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Errno.ENOTEMPTY})
  void theEmptyDirectoryThatWasToBeReplacedIsRemoved(int errno) throws StoreException {
    Act vanishes =
        () -> {
          store.delete(hidden());
          if (errno != 0) {
            files.setFailureOnce("rmdir", errno);
          }
        };
    before(
        "rename",
        () -> {
          store.delete(OLD);
          store.mkdir(OLD, 0755);
          before("mkdir", () -> before("renameNow", vanishes));
        });

    StoreException failure = failure(RenameMode.NO_REPLACE);

    assertThat(failure).hasMessageContaining("no such file or directory");
    assertThat(files.discarded()).isOne();
    if (errno == 0) {
      assertThat(failure).hasMessageNotContaining("may be there still");
      assertThat(names()).containsExactly(NEW);
    } else {
      assertThat(failure)
          .hasMessageContaining("; what was made at '" + OLD + "' may be there still");
      assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
    }
  }

  @Test
  void anOldNameThatIsTakenMeanwhileIsNotReplaced() throws StoreException {
    store.createHardLink(NEW, OLD);
    before(
        "rename",
        () ->
            before(
                "child",
                () -> {
                  write(OLD, "second");
                  write(NEW, "third");
                }));

    assertThat(failure(RenameMode.REPLACE)).hasMessageContaining(hidden().name());
    assertThat(read(OLD)).isEqualTo("second");
    assertThat(read(NEW)).isEqualTo("third");
    assertThat(read(hidden())).isEqualTo("content");
  }

  /** No kernel looks at who put a link in the way. */
  @Test
  void anotherUsersLinkInASharedDirectoryIsNotFollowed() throws StoreException {
    StorePath shared = StorePath.of("/shared");
    store.mkdir(shared, 01777);
    files.setUser(1);
    store.createSymlink(shared.child("link"), "../d/old");
    store.createSymlink(shared.child("way"), "../d");
    files.setUser(2);

    for (StorePath path : List.of(shared.child("link"), shared.child("way").child("old"))) {
      for (Act act : List.<Act>of(() -> write(path, "x"), () -> store.append(path).close())) {
        assertThatThrownBy(act::run)
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED));
      }
    }

    files.setUser(1);
    assertThat(read(OLD)).isEqualTo("content");
    write(shared.child("link"), "own");
    assertThat(read(OLD)).isEqualTo("own");
  }

  @Test
  void aHiddenNameThatCannotBeRemovedIsNotNeeded() throws StoreException {
    String hidden = sharedHiddenName();
    store.mkdir(StorePath.of("/d/" + hidden), 0755);

    write(OLD, "second");

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).containsExactlyInAnyOrder(OLD, StorePath.of("/d/" + hidden));
  }
}
