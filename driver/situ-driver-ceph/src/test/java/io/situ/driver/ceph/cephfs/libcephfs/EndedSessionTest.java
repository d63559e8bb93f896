// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.nativelib.Errno;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose session another thread gives up, or the cluster ends, before they are over. */
final class EndedSessionTest extends InMemoryFixture {

  private static final String GIVEN_UP = "Situ has given this process's session with Ceph up";
  private static final StorePath DIRECTORY = StorePath.of("/d");
  private static final StorePath MOVED = StorePath.of("/e");
  private static final StorePath ELSEWHERE = StorePath.of("/new");

  @BeforeEach
  void open() throws StoreException {
    write(OLD, "content");
  }

  /** As another thread of this process that shares it. */
  private void giveUpTheSession() throws StoreException {
    StorePath file = StorePath.of("/vanishing");
    write(file, "other", WriteHandle.Options.EXCLUSIVE);
    before("renameNow", () -> store.delete(file));
    assertThatThrownBy(() -> store.rename(file, StorePath.of("/moved"), RenameMode.REPLACE))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void aWriterWhoseSessionIsGivenUpSaysSo() throws StoreException {
    WriteHandle writer = store.create(NEW, WriteHandle.Options.EXCLUSIVE);
    writer.write(ByteBuffer.allocate(5));
    giveUpTheSession();

    assertThatThrownBy(writer::close)
        .hasMessageContaining(GIVEN_UP + ", because another")
        .hasMessageContaining("what was written may be lost");
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "child", "describe", "openFile"})
  void aFileIsOpenedInAnotherSession(String call) throws StoreException {
    before(call, this::giveUpTheSession);

    assertThat(read(OLD)).isEqualTo("content");
    assertThat(store.stat(OLD, false).size()).isEqualTo(7);
    assertThat(store.stat(DIRECTORY, false).isDirectory()).isTrue();
    assertThat(files.discarded()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"child", "openDirectory"})
  void aDirectoryIsListedInAnotherSession(String call) throws StoreException {
    before(call, this::giveUpTheSession);
    assertThat(names()).containsExactly(OLD);

    before(call, this::giveUpTheSession);
    try (Listing tree = store.list(StorePath.ROOT, Listing.Options.RECURSIVE)) {
      assertThat(tree.next().path()).isEqualTo(DIRECTORY);
      assertThat(tree.next().path()).isEqualTo(OLD);
    }
    assertThat(files.discarded()).isEqualTo(2);
  }

  @Test
  void aWayIsGoneInAnotherSession() throws StoreException {
    before("child", this::giveUpTheSession);
    assertThat(store.statWay(StorePath.ROOT, OLD)).hasSize(2);

    before("child", () -> before("child", this::giveUpTheSession));
    assertThat(store.statWay(StorePath.ROOT, OLD)).hasSize(2);
  }

  @Test
  void whatWasNotBegunIsDoneInAnotherSession() throws StoreException {
    before("set", this::giveUpTheSession);
    store.setAttributes(OLD, Attributes.Change.NONE.withMode(0600));
    assertThat(store.stat(OLD, false).attributes().mode()).isEqualTo(0600);

    before("mkdir", this::giveUpTheSession);
    store.mkdir(NEW, 0700);
    before("unlink", this::giveUpTheSession);
    assertThat(store.delete(OLD)).isTrue();
    before("create", this::giveUpTheSession);
    write(OLD, "second", WriteHandle.Options.EXCLUSIVE);
    before("link", this::giveUpTheSession);
    store.createHardLink(OTHER, OLD);

    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW, OTHER);
    assertThat(read(OTHER)).isEqualTo("second");
    assertThat(files.discarded()).isEqualTo(5);
  }

  /** A link that was put in its place meanwhile is not followed. */
  @Test
  void anExclusiveCreationInAnotherSessionFollowsNoLink() {
    before(
        "create",
        () -> {
          giveUpTheSession();
          store.createSymlink(NEW, "nowhere");
        });

    assertThatThrownBy(() -> write(NEW, "second", WriteHandle.Options.EXCLUSIVE))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "rename"})
  void aFileIsReplacedInAnotherSession(String call) throws StoreException {
    before(call, this::giveUpTheSession);

    write(OLD, "second");

    assertThat(read(OLD)).isEqualTo("second");
    assertThat(names()).containsExactly(OLD);
  }

  @Test
  void aFileThatIsNotReplacedLeavesNoHiddenName() throws StoreException {
    files.setCutOff("renameNow");

    assertThatThrownBy(() -> write(OLD, "second"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    assertThat(names()).containsExactly(OLD);
    assertThat(read(OLD)).isEqualTo("content");
  }

  /** By a file that is still empty: what was to be written has no session any more. */
  @Test
  void aFileThatIsReplacedWithoutAnAnswerLeavesNoHiddenName() throws StoreException {
    files.setUnanswered("renameNow");

    assertThatThrownBy(() -> write(OLD, "second"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    assertThat(names()).containsExactly(OLD);
    assertThat(read(OLD)).isEmpty();
  }

  @Test
  void aDeletionOfATreeSaysWhyItEnded() {
    before("unlink", this::giveUpTheSession);

    assertThatThrownBy(() -> store.deleteTree(DIRECTORY))
        .hasMessageContaining(GIVEN_UP)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"link", "rename", "child", "unlink"})
  void aRenameIsMadeInAnotherSession(String call) throws StoreException {
    before(call, this::giveUpTheSession);

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactly(NEW);
    assertThat(read(NEW)).isEqualTo("content");
    assertThat(files.discarded()).isOne();
  }

  @ParameterizedTest
  @EnumSource(RenameMode.class)
  void aNameThatWasMovedAsideWithoutAnAnswerIsGivenBack(RenameMode mode) throws StoreException {
    List<StorePath> before = namesFor(mode);
    files.setUnanswered("renameNow");

    StoreException failure = failure(mode);

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("the cluster has ended this process's session");
    assertThat(names()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(read(OLD)).isEqualTo("content");
  }

  /** With the names that have the old name of a file removed in each mode. */
  private List<StorePath> namesFor(RenameMode mode) throws StoreException {
    if (mode == RenameMode.REPLACE) {
      store.createHardLink(NEW, OLD);
    }
    return names();
  }

  @ParameterizedTest
  @EnumSource(RenameMode.class)
  void aNameThatWasRemovedWithoutAnAnswerIsRemoved(RenameMode mode) throws StoreException {
    store.createHardLink(OTHER, OLD);
    namesFor(mode);
    files.setUnanswered("unlink");

    store.rename(OLD, NEW, mode);

    assertThat(names()).containsExactlyInAnyOrder(NEW, OTHER);
    assertThat(read(NEW)).isEqualTo("content");
  }

  /** The rename is made, for another client's came before it. */
  @Test
  void anotherFileThatGotItsNameAgainWithoutAnAnswerKeepsIt() throws StoreException {
    before(
        "rename",
        () -> {
          write(OLD, "second");
          files.setUnanswered("unlink");
        });

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
    assertThat(read(OLD)).isEqualTo("second");
    assertThat(read(NEW)).isEqualTo("content");
  }

  @ParameterizedTest
  @EnumSource(RenameMode.class)
  void aRenameThatWasNotMadeLeavesItsNames(RenameMode mode) throws StoreException {
    List<StorePath> before = namesFor(mode);
    files.setCutOff("renameNow");

    assertThat(failure(mode).kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(names()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(read(OLD)).isEqualTo("content");
  }

  @Test
  void aRenameThatWasMadeWithoutAnAnswerSucceeds() throws StoreException {
    files.setUnanswered("renameNow");
    store.rename(OLD, NEW, RenameMode.REPLACE);

    assertThat(names()).containsExactly(NEW);
    assertThat(read(NEW)).isEqualTo("content");

    files.setUnanswered("renameNow");
    store.rename(DIRECTORY, MOVED, RenameMode.REPLACE);
    assertThat(store.stat(MOVED.child("new"), false).size()).isEqualTo(7);
  }

  /** What has the new name may be another file, or the renamed one that has no other name. */
  @Test
  void nothingIsSaidToBeLeftBehindByARenameThatMayHaveBeenMade() throws StoreException {
    write(NEW, "other");
    before(
        "renameNow",
        () -> {
          files.setUnanswered("renameNow");
          files.setFailureOnce("open", Errno.EIO);
        });

    StoreException failure = failure(RenameMode.REPLACE);

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure)
        .hasMessageContaining("it is not known whether it was renamed to '" + NEW + "' (")
        .hasMessageNotContaining("what was made at");
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void ofTwoRenamesOfOneFileTheOneWithoutAnAnswerFails() throws StoreException {
    before(
        "renameNow",
        () -> {
          store.rename(OLD, OTHER, RenameMode.NO_REPLACE);
          files.setCutOff("renameNow");
        });

    StoreException failure = failure(RenameMode.NO_REPLACE);

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure)
        .hasMessageContaining("it is not known whether it was renamed to '" + NEW + "' (")
        .hasMessageContaining("another client may have renamed it");
    assertThat(names()).containsExactlyInAnyOrder(NEW, OTHER);
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void aSecondNameThatWasMadeWithoutAnAnswerIsRemoved() throws StoreException {
    files.setUnanswered("link");

    assertThat(failure(RenameMode.NO_REPLACE).kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(names()).containsExactly(OLD);

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);
    assertThat(names()).containsExactly(NEW);
  }

  @Test
  void aSecondNameThatWasThereBeforeStays() throws StoreException {
    store.createHardLink(NEW, OLD);
    files.setCutOff("link");

    assertThat(failure(RenameMode.NO_REPLACE).kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
  }

  @ParameterizedTest
  @CsvSource({
    "false, no such file or directory",
    "true, another directory has the place of the one that it was in"
  })
  void aFileWhoseDirectoryIsNotFoundAgainIsNamedWithTheReason(boolean replaced, String reason)
      throws StoreException {
    before(
        "unlink",
        () -> {
          giveUpTheSession();
          moveTheDirectory(replaced);
        });

    StoreException failure = failureOfMove();

    store.rename(MOVED, DIRECTORY, RenameMode.REPLACE);
    assertThat(failure)
        .hasMessageContaining("is kept as '" + hidden().name() + "'")
        .hasMessageContaining("(" + reason + ")");
    assertThat(names()).containsExactly(hidden());
    assertThat(read(ELSEWHERE)).isEqualTo("content");
  }

  /** As another client; perhaps it makes one in its place. */
  private void moveTheDirectory(boolean replaced) throws StoreException {
    store.rename(DIRECTORY, MOVED, RenameMode.REPLACE);
    if (replaced) {
      store.mkdir(DIRECTORY, 0700);
    }
  }

  private void assertIsNotThere(StorePath path) {
    assertThatThrownBy(() -> store.stat(path, false))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  private StoreException failureOfMove() {
    return catchThrowableOfType(
        StoreException.class, () -> store.rename(OLD, ELSEWHERE, RenameMode.NO_REPLACE));
  }

  /** Nothing says whether it was moved aside, so that its new name may be the only one. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void aFileThatMayHaveAHiddenNameKeepsItsNewOne(boolean replaced, boolean moved)
      throws StoreException {
    before(
        "renameNow",
        () -> {
          moveTheDirectory(replaced);
          if (moved) {
            files.setUnanswered("renameNow");
          } else {
            files.setCutOff("renameNow");
          }
        });

    StoreException failure = failureOfMove();

    store.rename(MOVED, DIRECTORY, RenameMode.REPLACE);
    assertThat(failure.kind()).isEqualTo(Kind.FAILED);
    assertThat(failure)
        .hasMessageContaining("it has the name '" + ELSEWHERE + "'")
        .hasMessageContaining("may be kept as '.situ-")
        .hasMessageContaining("delete it where it is the same file as '" + ELSEWHERE + "'");
    assertThat(names()).containsExactly(moved ? hidden() : OLD);
    assertThat(read(ELSEWHERE)).isEqualTo("content");
  }

  @Test
  void aFileWhoseOldNameAnotherGotMeanwhileKeepsItsNewOne() throws StoreException {
    before("link", () -> before("link", () -> write(OLD, "other")));
    files.setUnanswered("renameNow");

    StoreException failure = failure(RenameMode.NO_REPLACE);

    assertThat(failure.kind()).isEqualTo(Kind.FAILED);
    assertThat(failure)
        .hasMessageContaining("may be kept as '" + hidden().name() + "'")
        .hasMessageContaining("something is there already");
    assertThat(read(NEW)).isEqualTo("content");
    assertThat(read(OLD)).isEqualTo("other");
  }

  /** So that a retry does not find a name that was never removed. */
  @Test
  void aMovedFileWhoseSessionIsGivenUpKeepsItsOldName() throws StoreException {
    before(
        "rename",
        () -> {
          giveUpTheSession();
          moveTheDirectory(true);
        });

    assertThat(failureOfMove().kind()).isEqualTo(Kind.NOT_FOUND);

    store.rename(MOVED, DIRECTORY, RenameMode.REPLACE);
    assertThat(names()).containsExactly(OLD);
    assertIsNotThere(ELSEWHERE);
  }

  @Test
  void aFileWhoseSessionsAreAllGivenUpIsNamedWithTheReason() throws StoreException {
    before(
        "unlink",
        () -> {
          giveUpTheSession();
          before("link", this::giveUpTheSession);
        });

    StoreException failure = failure(RenameMode.NO_REPLACE);

    assertThat(failure)
        .hasMessageContaining("is kept as '" + hidden().name() + "'")
        .hasMessageContaining(GIVEN_UP);
  }
}
