// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes.Change;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the memory store does beyond the contract; the contract is tested in the testkit. */
class MemoryStoreTest {

  private static final StorePath FILE = StorePath.of("/f");

  private static void refused(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private static void write(Store store, int size) throws StoreException {
    StoreFiles.writeAll(store, FILE, ByteBuffer.allocate(size), WriteHandle.Options.REPLACE);
  }

  @Test
  void bytesThatWereNotFlushedCannotBeRead() throws StoreException {
    MemoryStore store = new MemoryStore();
    try (WriteHandle handle = store.create(FILE, WriteHandle.Options.EXCLUSIVE)) {
      handle.write(ByteBuffer.allocate(10));
      assertThat(store.stat(FILE, true).size()).isZero();
      handle.flush();
      assertThat(store.stat(FILE, true).size()).isEqualTo(10);
    }
  }

  @Test
  void whatIsOpenIsReportedWithThePlaceItWasOpened() throws StoreException {
    MemoryStore store = new MemoryStore();
    WriteHandle writer = store.create(FILE, WriteHandle.Options.EXCLUSIVE);
    ReadHandle reader = store.open(FILE, ReadHandle.Options.DEFAULT);
    Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT);
    assertThat(store.openHandles())
        .hasSize(3)
        .allSatisfy(
            leak ->
                assertThat(leak.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().startsWith("whatIsOpen")));
    writer.abort();
    reader.close();
    listing.close();
    assertThat(store.openHandles()).isEmpty();
  }

  @Test
  void aFullStoreSaysSo() throws StoreException {
    MemoryStore store = new MemoryStore(new MemorySettings().withCapacity(100));
    write(store, 60);
    refused(Kind.NO_SPACE, () -> write(store, 101));
    assertThat(store.space(StorePath.ROOT).used()).isZero();
    write(store, 100);
    assertThat(store.space(StorePath.ROOT).available()).isZero();
    try (WriteHandle handle = store.append(FILE)) {
      refused(Kind.NO_SPACE, () -> handle.write(ByteBuffer.allocate(1)));
      refused(Kind.FAILED, () -> handle.write(ByteBuffer.allocate(0)));
      refused(Kind.FAILED, handle::close);
    }
    store.truncate(FILE, 10);
    assertThat(store.space(StorePath.ROOT).used()).isEqualTo(10);
    store.delete(FILE);
    assertThat(store.space(StorePath.ROOT).used()).isZero();
  }

  @Test
  void anotherUserIsBoundByPermissions() throws StoreException {
    MemoryStore alice = new MemoryStore(new MemorySettings().withUser("alice", "users"));
    MemoryStore bob = alice.as("bob", "users");
    MemoryStore root = alice.as("root", "root");
    write(alice, 10);
    alice.setAttributes(FILE, Change.NONE.withMode(0640));
    assertThat(StoreFiles.readAll(bob, FILE, 10)).hasSize(10);
    refused(Kind.PERMISSION_DENIED, () -> bob.append(FILE));
    refused(Kind.PERMISSION_DENIED, () -> bob.setAttributes(FILE, Change.NONE.withMode(0666)));
    refused(Kind.PERMISSION_DENIED, () -> bob.delete(FILE));
    refused(Kind.PERMISSION_DENIED, () -> alice.setAttributes(FILE, Change.NONE.withOwner("root")));
    root.setAttributes(FILE, Change.NONE.withOwner("nobody").withGroup("nogroup").withMode(0));
    refused(Kind.PERMISSION_DENIED, () -> StoreFiles.readAll(alice, FILE, 10));
    assertThat(StoreFiles.readAll(root, FILE, 10)).hasSize(10);
  }

  @Test
  void aStickyDirectoryKeepsOthersFiles() throws StoreException {
    MemoryStore alice = new MemoryStore(new MemorySettings().withUser("alice", "users"));
    StorePath directory = StorePath.of("/tmp");
    alice.mkdir(directory, 01777);
    StorePath file = directory.child("f");
    StoreFiles.writeAll(alice, file, ByteBuffer.allocate(1), WriteHandle.Options.EXCLUSIVE);
    MemoryStore bob = alice.as("bob", "users");
    refused(Kind.PERMISSION_DENIED, () -> bob.delete(file));
    StoreFiles.writeAll(
        bob, directory.child("g"), ByteBuffer.allocate(1), WriteHandle.Options.EXCLUSIVE);
    assertThat(bob.delete(directory.child("g"))).isTrue();
  }

  @Test
  void aFeedForgets() throws StoreException {
    MemoryStore store = new MemoryStore(new MemorySettings().withJournal(10));
    String cursor;
    try (ChangeFeed feed = store.changes(StorePath.ROOT, "")) {
      assertThat(feed.next()).isNull();
      cursor = feed.cursor();
    }
    for (int i = 0; i < 10; i++) {
      store.mkdir(StorePath.of("/d" + i), 0755);
    }
    store.changes(StorePath.ROOT, cursor).close();
    store.mkdir(StorePath.of("/one-too-many"), 0755);
    refused(Kind.EXPIRED, () -> store.changes(StorePath.ROOT, cursor));
    refused(Kind.EXPIRED, () -> new MemoryStore().changes(StorePath.ROOT, cursor));
  }

  @Test
  void aFeedNamesEveryNameOfAFile() throws StoreException {
    MemoryStore store = new MemoryStore();
    write(store, 1);
    store.createHardLink(StorePath.of("/g"), StorePath.of("/f"));
    String cursor;
    try (ChangeFeed feed = store.changes(StorePath.ROOT, "")) {
      assertThat(feed.next()).isNull();
      cursor = feed.cursor();
    }
    store.truncate(FILE, 0);
    try (ChangeFeed feed = store.changes(StorePath.ROOT, cursor)) {
      assertThat(feed.next()).isEqualTo(new ChangeFeed.Change(FILE, ChangeFeed.Scope.OBJECT));
      assertThat(feed.next())
          .isEqualTo(new ChangeFeed.Change(StorePath.of("/g"), ChangeFeed.Scope.OBJECT));
      assertThat(feed.next()).isNull();
    }
  }

  @Test
  void placementIsDealtOutInTurn() throws StoreException {
    MemoryStore store =
        new MemoryStore(
            new MemorySettings()
                .withPlacement(MemorySettings.roundRobin(List.of("a", "b", "c"), 100, 2)));
    write(store, 250);
    List<Extent> extents = store.placement(store.stat(FILE, true), 0, Long.MAX_VALUE);
    assertThat(extents)
        .containsExactly(
            new Extent(0, 100, List.of(Replica.on("a"), Replica.on("b"))),
            new Extent(100, 100, List.of(Replica.on("b"), Replica.on("c"))),
            new Extent(200, 50, List.of(Replica.on("c"), Replica.on("a"))));
    assertThat(store.placement(store.stat(FILE, true), 150, 60))
        .containsExactly(
            new Extent(150, 50, List.of(Replica.on("b"), Replica.on("c"))),
            new Extent(200, 10, List.of(Replica.on("c"), Replica.on("a"))));
  }

  @Test
  void twoStoresAreTwo() {
    assertThat(new MemoryStore().info().identity())
        .isNotEqualTo(new MemoryStore().info().identity());
    MemoryStore bare = new MemoryStore(new MemorySettings().without(Capability.values()));
    assertThat(bare.capabilities(StorePath.ROOT)).isEmpty();
  }

  @Test
  void aClosedStoreFails() throws StoreException {
    MemoryStore store = new MemoryStore();
    store.close();
    store.close();
    refused(Kind.FAILED, () -> store.stat(StorePath.ROOT, true));
  }

  @Test
  void aSnapshotCannotBeChanged() throws StoreException {
    MemoryStore store = new MemoryStore();
    write(store, 10);
    try (Store.Snapshot snapshot = store.snapshot(StorePath.ROOT, "label")) {
      StorePath frozen = snapshot.path().child("f");
      refused(Kind.PERMISSION_DENIED, () -> store.delete(frozen));
      refused(Kind.PERMISSION_DENIED, () -> store.truncate(frozen, 0));
      refused(Kind.PERMISSION_DENIED, () -> store.mkdir(snapshot.path().child("d"), 0755));
      refused(
          Kind.PERMISSION_DENIED, () -> store.setAttributes(frozen, Change.NONE.withMode(0777)));
      refused(
          Kind.PERMISSION_DENIED,
          () -> store.rename(frozen, StorePath.of("/x"), Store.RenameMode.REPLACE));
    }
  }
}
