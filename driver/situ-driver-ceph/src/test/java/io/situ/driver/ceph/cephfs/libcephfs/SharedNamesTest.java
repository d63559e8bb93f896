// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.nativelib.Errno;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Renames and creations while another client uses the same names. */
final class SharedNamesTest extends InMemoryFixture {

  private static final StorePath OLD = StorePath.of("/d/old");
  private static final StorePath NEW = StorePath.of("/d/new");
  private static final StorePath OTHER = StorePath.of("/d/other");

  @BeforeEach
  void open() throws StoreException {
    write(OLD, "content");
  }

  private StorePath hidden() throws StoreException {
    return names().stream()
        .filter(path -> path.toString().startsWith("/d/.situ-"))
        .findAny()
        .orElseThrow();
  }

  private interface Act {
    void run() throws StoreException;
  }

  /** Has another client do something before the next call of that name. */
  private void before(String call, Act act) {
    files.runBefore(
        call,
        () -> {
          try {
            act.run();
          } catch (StoreException e) {
            throw new AssertionError(e);
          }
        });
  }

  private StoreException failure(RenameMode mode) {
    return catchThrowableOfType(StoreException.class, () -> store.rename(OLD, NEW, mode));
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

  @Test
  void aNewDirectoryThatVanishesEndsNoSession() throws StoreException {
    files.setFailureOnce("renameNow", Errno.ENOENT);

    assertThat(failure(RenameMode.REPLACE).kind()).isEqualTo(Kind.NOT_FOUND);
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

  /** Each would remove the other's again and again. */
  @Test
  void anotherProcessThatReplacesTheFileKeepsItsHiddenName() throws StoreException {
    StorePath shared = StorePath.of("/d/" + sharedHiddenName());
    List<StorePath> used = new ArrayList<>();
    Act makesIt = () -> write(shared, "other", WriteHandle.Options.EXCLUSIVE);
    before("rename", () -> used.add(hidden()));
    before(
        "create",
        () ->
            before(
                "create",
                () -> {
                  makesIt.run();
                  before("create", makesIt);
                }));

    write(OLD, "second");

    assertThat(used).hasSize(1).doesNotContain(shared);
    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).containsExactly(OLD);
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

  @Test
  void aHiddenNameThatCannotBeRemovedIsNotNeeded() throws StoreException {
    String hidden = sharedHiddenName();
    store.mkdir(StorePath.of("/d/" + hidden), 0755);

    write(OLD, "second");

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).containsExactlyInAnyOrder(OLD, StorePath.of("/d/" + hidden));
  }
}
