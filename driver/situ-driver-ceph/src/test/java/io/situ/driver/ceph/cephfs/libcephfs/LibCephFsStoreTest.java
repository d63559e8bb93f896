// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.nativelib.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of libcephfs that fail, beyond what the contract of stores asks. */
@Timeout(120)
final class LibCephFsStoreTest extends InMemoryFixture {

  private static final int EROFS = 30;
  private static final int EDQUOT = 122;
  private static final StorePath FILE = StorePath.of("/d/f");

  @BeforeEach
  void open() throws StoreException {
    write(FILE, "content");
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private static StoreException failure(ThrowingCallable call) {
    return catchThrowableOfType(StoreException.class, call);
  }

  @Test
  void itSaysWhatItIs() {
    assertThat(store.info().root()).isEqualTo("cephfs:memory:/");
    assertThat(store.info().hostPath()).isEmpty();
    assertThat(store.info().identity())
        .startsWith("cephfs:11111111-2222-3333-4444-555555555555:1:");
  }

  /** The library then refuses all attributes, and {@code df} asks for those of a quota. */
  @Test
  void aRootThatMayOnlyBeEnteredIsOpenedAndHasItsQuota() throws IOException {
    for (String limit : List.of("ceph.quota.max_bytes=1000", "ceph.dir.rbytes=400")) {
      String[] words = limit.split("=");
      store.setXattr(
          path("/d"), words[0], ByteBuffer.wrap(words[1].getBytes(UTF_8)), XattrMode.SET);
    }
    files.setFailure("xattr", Errno.EACCES);

    try (LibCephFsStore entered = InMemoryStore.open(files)) {
      assertThat(entered.info()).isEqualTo(store.info());
      assertThat(entered.space(FILE).available()).isEqualTo(600);
      files.setFailure("xattrAsRoot", Errno.EACCES);
      assertThat(entered.space(FILE).quota()).isEmpty();
      assertThat(failure(() -> entered.xattr(FILE, "user.a")).kind())
          .isEqualTo(Kind.PERMISSION_DENIED);
    }
  }

  @Test
  void aRootThatIsNotDescribedIsLetGo() {
    files.setFailure("xattr", Errno.EIO);

    assertThat(failure(() -> InMemoryStore.open(files)).kind()).isEqualTo(Kind.FAILED);
    files.clearFailures();
  }

  @ParameterizedTest
  @CsvSource({
    "30, PERMISSION_DENIED, the file system or its metadata server takes no changes",
    "18, CROSS_STORE, CephFS does not move it",
    "107, UNAVAILABLE, the cluster has ended this process's session",
    "108, UNAVAILABLE, the cluster has ended this process's session",
    "13, PERMISSION_DENIED, ''",
    "28, NO_SPACE, ''",
    "122, NO_SPACE, ''"
  })
  void anErrorSaysWhatMayBeDoneAboutIt(int errno, Kind kind, String sentence) {
    files.setFailure("mkdir", errno);

    StoreException failure = failure(() -> store.mkdir(path("/d/e"), 0755));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageContaining(sentence);
    assertThat(failure.path()).contains(path("/d/e"));
  }

  @Test
  void whatIsInASnapshotIsSaidToBe() throws StoreException {
    store.mkdir(path("/d/.snap"), 0755);
    store.mkdir(path("/d/.snap/s"), 0755);
    files.setFailure("mkdir", EROFS);

    for (String inside : List.of("/d/.snap/s/e", "/d/.snap/e")) {
      assertThat(failure(() -> store.mkdir(path(inside), 0755)))
          .hasMessageContaining("what is in a snapshot never changes");
    }
  }

  /** Whatever fails, nothing stays held. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "open",
        "describe",
        "child",
        "openFile",
        "openDirectory",
        "create",
        "mkdir",
        "link",
        "rename",
        "renameNow",
        "unlink",
        "set",
        "xattr",
        "next",
        "read",
        "write",
        "sync",
        "close"
      })
  void afterAFailureNothingIsHeld(String call) throws IOException {
    write(path("/d/g"), "more");
    for (int errno : new int[] {Errno.EIO, Errno.EACCES, Errno.ENOENT, Errno.ENOTCONN, EROFS}) {
      files.setFailure(call, errno);
      List<StoreException> failures = doEverything();
      files.clearFailures();
      // A name that is gone already needs no removal.
      boolean none = call.equals("unlink") && errno == Errno.ENOENT;
      assertThat(failures.isEmpty()).as("error %d", errno).isEqualTo(none);
      assertThat(files.held()).as("error %d", errno).isZero();
      doEverything();
      write(FILE, "content");
      write(path("/d/g"), "more");
    }
  }

  private interface Act {
    void run() throws StoreException;
  }

  /** Calls each member, and returns what failed. */
  private List<StoreException> doEverything() {
    StorePath other = path("/d/h");
    List<Act> acts =
        List.of(
            () -> store.stat(FILE, true),
            () -> store.statBelow(path("/d"), FILE),
            () -> store.statWay(StorePath.ROOT, FILE),
            () -> list(path("/"), Listing.Options.RECURSIVE.withPlacement()),
            () -> list(path("/d"), Listing.Options.FLAT),
            () -> read(FILE),
            () -> write(FILE, "other"),
            () -> write(path("/d/new"), "new"),
            () -> store.append(FILE).abort(),
            () -> append(FILE),
            () -> store.truncate(FILE, 2),
            () -> store.rename(FILE, other, RenameMode.NO_REPLACE),
            () -> store.rename(other, FILE, RenameMode.REPLACE),
            () -> store.createHardLink(other, FILE),
            () -> store.rename(other, FILE, RenameMode.REPLACE),
            () -> store.createSymlink(path("/d/l"), "f"),
            () -> store.stat(path("/d/l"), false),
            () -> store.delete(path("/d/l")),
            () -> store.setAttributes(FILE, Attributes.Change.NONE.withMode(0600)),
            () -> store.setXattr(FILE, "user.a", ByteBuffer.allocate(3), XattrMode.SET),
            () -> store.xattr(FILE, "user.a"),
            () -> store.xattrs(FILE),
            () -> store.removeXattr(FILE, "user.a"),
            () -> store.space(FILE),
            () -> store.mkdir(path("/t"), 0755),
            () -> store.mkdir(path("/t/u"), 0755),
            () -> store.deleteTree(path("/t")),
            () -> store.delete(path("/d/new")));
    List<StoreException> failures = new ArrayList<>();
    for (Act act : acts) {
      try {
        act.run();
      } catch (StoreException e) {
        failures.add(e);
      }
    }
    return failures;
  }

  private void append(StorePath path) throws StoreException {
    try (WriteHandle handle = store.append(path)) {
      handle.write(ByteBuffer.wrap(new byte[] {1}));
    }
  }

  private List<StorePath> list(StorePath directory, Listing.Options options) throws StoreException {
    List<StorePath> paths = new ArrayList<>();
    try (Listing listing = store.list(directory, options)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        paths.add(next.path());
      }
    }
    return paths;
  }

  @Test
  void aListThatFailsMidwayEndsThere() throws StoreException {
    write(path("/d/g"), "");
    try (Listing listing = store.list(path("/d"), Listing.Options.FLAT)) {
      assertThat(listing.next().path()).isEqualTo(FILE);
      files.setFailureOnce("next", Errno.EIO);
      assertThat(failure(listing::next)).hasMessageContaining("the cluster ended the listing");
      assertThat(listing.next()).isNull();
    }
  }

  /** The servers do nothing then, and the library forgets names that are still there. */
  @Test
  void aFileIsNeverRenamedOntoANameOfItself() throws StoreException {
    store.createHardLink(path("/g"), FILE);
    store.createSymlink(path("/to-d"), "d");

    store.rename(path("/to-d/f"), FILE, RenameMode.REPLACE);
    assertThat(read(FILE)).isEqualTo("content");
    store.rename(FILE, path("/g"), RenameMode.REPLACE);

    assertThat(read(path("/g"))).isEqualTo("content");
    assertThat(list(path("/"), Listing.Options.RECURSIVE))
        .containsExactlyInAnyOrder(path("/d"), path("/g"), path("/to-d"));
    assertThat(files.selfRenames()).isZero();
  }

  @Test
  void aFileThatGetsTheOldNameDuringARenameKeepsIt() throws StoreException {
    files.runBefore("rename", () -> writeOther(FILE));

    store.rename(FILE, path("/d/g"), RenameMode.NO_REPLACE);

    assertThat(read(path("/d/g"))).isEqualTo("content");
    assertThat(read(FILE)).isEqualTo("other");
    assertThat(list(path("/d"), Listing.Options.FLAT))
        .containsExactlyInAnyOrder(FILE, path("/d/g"));
  }

  private void writeOther(StorePath path) {
    try {
      write(path, "other");
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRenameThatCannotTakeTheOldNameAwayTakesTheNewOneBack() throws StoreException {
    files.setFailureOnce("unlink", Errno.EACCES);

    StoreException failure = failure(() -> store.rename(FILE, path("/d/g"), RenameMode.NO_REPLACE));

    assertThat(failure.kind()).isEqualTo(Kind.PERMISSION_DENIED);
    assertThat(list(path("/d"), Listing.Options.FLAT)).containsExactly(FILE);
    assertThat(read(FILE)).isEqualTo("content");
  }

  @Test
  void aNewNameThatCannotBeTakenBackIsReported() throws StoreException {
    files.setFailureOnce("renameNow", Errno.EPERM);
    files.setFailureOnce("unlink", Errno.EPERM);

    assertNewNameIsReported(Kind.PERMISSION_DENIED);
  }

  @Test
  void aNewNameThatCannotBeTakenBackOnceTheOldOneIsGivenBackIsReported() throws StoreException {
    before("renameNow", () -> files.setFailureOnce("child", Errno.EIO));
    before("unlink", () -> before("unlink", () -> files.setFailureOnce("unlink", Errno.EPERM)));

    assertNewNameIsReported(Kind.FAILED);
  }

  private void assertNewNameIsReported(Kind kind) throws StoreException {
    StoreException failure = failure(() -> store.rename(FILE, path("/d/g"), RenameMode.NO_REPLACE));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure)
        .hasMessageContaining("; what was made at '/d/g' may be there still (")
        .hasMessageNotContaining("it is not known");
    assertThat(list(path("/d"), Listing.Options.FLAT))
        .containsExactlyInAnyOrder(FILE, path("/d/g"));
    assertThat(read(FILE)).isEqualTo("content");
  }

  @Test
  void aFileThatIsNotReplacedStays() throws StoreException {
    files.setFailure("rename", Errno.EIO);
    assertThat(failure(() -> write(FILE, "other")).kind()).isEqualTo(Kind.FAILED);
    files.clearFailures();

    assertThat(read(FILE)).isEqualTo("content");
    assertThat(list(path("/d"), Listing.Options.FLAT)).containsExactly(FILE);
  }

  @Test
  void bytesThatTheServersDoNotTakeAreReported() throws StoreException {
    WriteHandle handle = store.create(path("/d/new"), WriteHandle.Options.EXCLUSIVE);
    files.setFailure("write", EDQUOT);
    assertThat(failure(() -> handle.write(ByteBuffer.wrap(new byte[5]))).kind())
        .isEqualTo(Kind.NO_SPACE);
    files.clearFailures();

    assertThat(failure(() -> handle.write(ByteBuffer.wrap(new byte[5]))))
        .as("nothing more is written behind a hole")
        .isNotNull();
    handle.abort();
    assertThat(list(path("/d"), Listing.Options.FLAT)).containsExactly(FILE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "close"})
  void aFileWhoseEndIsLostIsNotClosedWell(String call) throws StoreException {
    WriteHandle handle = store.create(path("/d/new"), WriteHandle.Options.EXCLUSIVE);
    handle.write(ByteBuffer.wrap(new byte[5]));
    files.setFailure(call, Errno.ENOTCONN);

    StoreException failure = failure(handle::close);
    files.clearFailures();

    assertThat(failure.kind()).isEqualTo(Kind.FAILED);
    assertThat(failure).hasMessageContaining("what was written may be lost");
  }

  @Test
  void anOsdThatRefusesRefusesTheKeyOfTheStore() throws StoreException {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      files.setFailure("read", Errno.EPERM);
      StoreException failure = failure(() -> handle.read(0, ByteBuffer.allocate(5)));
      files.clearFailures();

      assertThat(failure.kind()).isEqualTo(Kind.PERMISSION_DENIED);
      assertThat(failure).hasMessageContaining("osd 'allow rw tag cephfs data=*'");
    }
  }

  @Test
  void aReaderWhoseSessionHasEndedOpensTheSameVersionAgain() throws StoreException {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      files.setFailureOnce("read", Errno.ENOTCONN);
      ByteBuffer room = ByteBuffer.allocate(7);
      assertThat(handle.read(0, room)).isEqualTo(7);
      assertThat(new String(room.array(), UTF_8)).isEqualTo("content");

      write(FILE, "another");
      files.setFailureOnce("read", Errno.ESHUTDOWN);
      assertThat(failure(() -> handle.read(0, ByteBuffer.allocate(5))).kind())
          .isEqualTo(Kind.CHANGED);
    }
  }

  @Test
  void aFileThatWasReplacedOnAnotherHostHasChanged() throws StoreException {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      files.setFailureOnce("read", Errno.ESTALE);
      assertThat(failure(() -> handle.read(0, ByteBuffer.allocate(5))).kind())
          .isEqualTo(Kind.CHANGED);
    }
  }

  @Test
  void theNearestQuotaLimitsWhatIsFree() throws StoreException {
    StorageUsage whole = store.space(FILE);
    assertThat(whole.quota()).isEmpty();
    assertThat(whole.available()).isEqualTo(400L * (4 << 20));

    store.setXattr(
        path("/d"), "ceph.quota.max_bytes", ByteBuffer.wrap("1000".getBytes(UTF_8)), XattrMode.SET);
    store.setXattr(
        path("/d"), "ceph.dir.rbytes", ByteBuffer.wrap("400".getBytes(UTF_8)), XattrMode.SET);

    assertThat(store.space(FILE).quota()).hasValue(1000);
    assertThat(store.space(FILE).available()).isEqualTo(600);
    assertThat(store.space(FILE).capacity()).isEqualTo(whole.capacity());
    assertThat(store.space(StorePath.ROOT)).isEqualTo(whole);
  }

  @Test
  void aClosedStoreFails() {
    store.close();

    assertThat(failure(() -> store.stat(FILE, true)).kind()).isEqualTo(Kind.FAILED);
    assertThat(failure(() -> store.list(path("/d"), Listing.Options.FLAT)).kind())
        .isEqualTo(Kind.FAILED);
  }
}
