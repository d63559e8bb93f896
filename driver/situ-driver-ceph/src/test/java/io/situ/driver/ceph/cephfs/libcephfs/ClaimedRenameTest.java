// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Attributes;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.nativelib.Errno;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No-replace renames of what takes no second name. */
final class ClaimedRenameTest extends InMemoryFixture {

  private static final String MAY_BE_THERE = "; what was made at '" + NEW + "' may be there still";

  private static final StorePath DIRECTORY = StorePath.of("/d");
  private static final int STICKY = 01777;
  private static final int USER = 1;

  private final List<Kind> others = new ArrayList<>();

  @BeforeEach
  void open() throws StoreException {
    write(OLD, "content", WriteHandle.Options.EXCLUSIVE);
    files.setFailureOnce("link", Errno.EPERM);
  }

  private StoreException failure() {
    return catchThrowableOfType(
        StoreException.class, () -> store.rename(OLD, NEW, RenameMode.NO_REPLACE));
  }

  private void another(WriteHandle.Options how) {
    try {
      write(NEW, "other", how);
    } catch (StoreException e) {
      others.add(e.kind());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Errno.EPERM, Errno.EMLINK})
  void aFileThatTakesNoSecondNameIsRenamed(int errno) throws StoreException {
    files.setFailureOnce("link", errno);

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(read(NEW)).isEqualTo("content");
    assertThat(names()).containsExactly(NEW);
  }

  @Test
  void anotherCallerDoesNotGetTheNameMeanwhile() throws StoreException {
    files.runBefore("rename", () -> another(WriteHandle.Options.EXCLUSIVE));

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(others).containsExactly(Kind.ALREADY_EXISTS);
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void whatHasTheNameStays() throws StoreException {
    files.runBefore("link", () -> another(WriteHandle.Options.EXCLUSIVE));

    assertThat(failure().kind()).isEqualTo(Kind.ALREADY_EXISTS);
    assertThat(read(NEW)).isEqualTo("other");
    assertThat(read(OLD)).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rename", "close"})
  void aClaimThatIsNotUsedIsRemoved(String call) throws StoreException {
    files.setFailureOnce(call, Errno.EACCES);

    assertThat(failure().kind()).isEqualTo(Kind.PERMISSION_DENIED);
    assertThat(names()).containsExactly(OLD);
  }

  @Test
  void whatReplacedTheClaimStays() throws StoreException {
    files.setFailureOnce("rename", Errno.EIO);
    files.runBefore(
        "rename",
        () -> {
          delete(NEW);
          another(WriteHandle.Options.EXCLUSIVE);
        });

    assertThat(failure().kind()).isEqualTo(Kind.FAILED);
    assertThat(read(NEW)).isEqualTo("other");
    assertThat(read(OLD)).isEqualTo("content");
  }

  private void delete(StorePath path) {
    try {
      store.delete(path);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRenameThatWasMadeWithoutAnAnswerSucceeds() throws StoreException {
    files.setUnanswered("renameNow");

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactly(NEW);
    assertThat(read(NEW)).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"renameNow", "close"})
  void aClaimInASessionThatTheClusterEndsIsRemoved(String call) throws StoreException {
    files.setCutOff(call);

    StoreException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessageNotContaining(MAY_BE_THERE);
    assertThat(names()).containsExactly(OLD);
  }

  /** It may be that of another process. */
  @Test
  void aClaimThatWasMadeWithoutAnAnswerIsReported() throws StoreException {
    files.setUnanswered("create");

    StoreException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure)
        .hasMessageContaining(MAY_BE_THERE)
        .hasMessageContaining("an empty file of mode 0200");
    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
  }

  @Test
  void aClaimInASessionThatIsGivenUpIsRemoved() throws StoreException {
    files.runBefore("renameNow", () -> delete(OLD));

    StoreException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(failure).hasMessageNotContaining(MAY_BE_THERE);
    assertThat(files.discarded()).isOne();
    assertThat(names()).isEmpty();
  }

  /** Then nothing but the library knows whether it has left its mark there. */
  @Test
  void aClaimInADirectoryThatVanishesWithTheFileIsNotWaitedFor() throws StoreException {
    files.runBefore(
        "renameNow",
        () -> {
          delete(OLD);
          delete(NEW);
          delete(DIRECTORY);
        });

    StoreException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(failure).hasMessageNotContaining(MAY_BE_THERE);
    assertThat(files.discarded()).isOne();
  }

  @Test
  void whatReplacedTheClaimInASessionThatIsGivenUpStays() throws StoreException {
    files.runBefore(
        "renameNow",
        () -> {
          delete(OLD);
          files.runBefore(
              "open",
              () -> {
                delete(NEW);
                another(WriteHandle.Options.EXCLUSIVE);
              });
        });

    assertThat(failure().kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(read(NEW)).isEqualTo("other");
  }

  @Test
  void aClaimThatCannotBeRemovedIsReported() {
    files.setFailureOnce("rename", Errno.EIO);
    files.setFailureOnce("unlink", Errno.EACCES);

    assertThat(failure()).hasMessageContaining(MAY_BE_THERE + " (permission denied");
  }

  /** The user could remove no name of it there. */
  @Test
  void anothersFileIsRenamedIntoADirectoryWithTheStickyBit() throws StoreException {
    StorePath sticky = StorePath.of("/sticky");
    store.mkdir(sticky, STICKY);
    files.setFailure("link", Errno.EIO);
    files.setUser(USER);

    store.rename(OLD, sticky.child("new"), RenameMode.NO_REPLACE);

    assertThat(read(sticky.child("new"))).isEqualTo("content");
    assertThat(names()).isEmpty();
  }

  @Test
  void anothersFileStaysInADirectoryWithTheStickyBit() throws StoreException {
    files.clearFailures();
    store.setAttributes(DIRECTORY, Attributes.Change.NONE.withMode(STICKY));
    files.setUser(USER);

    StoreException failure = failure();

    assertThat(failure.kind()).isEqualTo(Kind.PERMISSION_DENIED);
    assertThat(failure)
        .hasMessageNotContaining(MAY_BE_THERE)
        .hasMessageNotContaining("it is not known");
    assertThat(names()).containsExactly(OLD);
  }

  @Test
  void aUsersOwnFileIsRenamedWithoutAClaimInADirectoryWithTheStickyBit() throws StoreException {
    files.clearFailures();
    store.setAttributes(DIRECTORY, Attributes.Change.NONE.withMode(STICKY));
    files.setUser(USER);
    write(OTHER, "own");
    files.setFailure("create", Errno.EIO);

    store.rename(OTHER, NEW, RenameMode.NO_REPLACE);

    assertThat(names()).containsExactlyInAnyOrder(OLD, NEW);
    assertThat(read(NEW)).isEqualTo("own");
  }

  @Test
  void aLinkIsNotRenamedWithoutASecondName() throws StoreException {
    store.delete(OLD);
    store.createSymlink(OLD, "target");
    files.setFailureOnce("link", Errno.EPERM);

    assertThat(failure().kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(names()).containsExactly(OLD);
  }
}
