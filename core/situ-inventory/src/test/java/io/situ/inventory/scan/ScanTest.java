// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.situ.inventory.ExpiryReasons;
import io.situ.inventory.Inventory;
import io.situ.inventory.InventoryPaths;
import io.situ.inventory.RandomTree;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.Snapshots;
import io.situ.inventory.SyntheticStore;
import io.situ.inventory.WriterLock;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.fault.RecordingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {

  private static final StorePath DATA = StorePath.of("/data");

  @TempDir Path directory;

  private final MemoryStore store = new MemoryStore();

  private Manifest scan(Store scanned, ScanOptions options) throws IOException {
    return Scanner.scan(scanned, DATA, directory, options, 100);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void holdsWhatTheStoreHoldsInKeyOrder(int seed) throws IOException {
    store.mkdir(DATA, 0755);
    new RandomTree(store, DATA, seed).change(600);
    Manifest manifest = scan(store, ScanOptions.DEFAULT.withParallelism(seed));
    List<StoreObject> expected = Snapshots.expected(store, DATA);
    Snapshot snapshot = Snapshots.current(directory);
    Snapshots.assertHolds(snapshot, store, DATA);
    assertThat(snapshot.manifest()).isEqualTo(manifest);
    assertThat(manifest.counts().objects()).isEqualTo(expected.size());
    assertThat(manifest.counts().files())
        .isEqualTo(expected.stream().filter(StoreObject::isFile).count());
    assertThat(manifest.counts().bytes())
        .isEqualTo(
            expected.stream().filter(StoreObject::isFile).mapToLong(StoreObject::size).sum());
    assertThat(manifest.parts()).hasSize((expected.size() + 99) / 100);
    assertThat(store.openHandles()).isEmpty();
  }

  @Test
  void anEmptyDirectoryMakesASnapshotOfOneRow() throws IOException {
    store.mkdir(DATA, 0755);
    scan(store, ScanOptions.DEFAULT);
    assertThat(Snapshots.objects(Snapshots.current(directory).rows()))
        .extracting(StoreObject::path)
        .containsExactly(DATA);
  }

  @Test
  void snapshotsAreNumberedAndKnowTheirParent() throws IOException {
    store.mkdir(DATA, 0755);
    for (int i = 0; i < Inventory.KEEP + 3; i++) {
      scan(store, ScanOptions.DEFAULT);
    }
    List<Manifest> kept = Inventory.open(directory).snapshots();
    assertThat(kept).hasSize(Inventory.KEEP);
    assertThat(kept.get(0).id()).isEqualTo(4);
    assertThat(kept.get(1).parent()).isEqualTo(OptionalLong.of(4));
    assertThat(Inventory.open(directory).snapshot().manifest().id()).isEqualTo(Inventory.KEEP + 3L);
  }

  @Test
  void aMissingDirectoryIsTheStoresOwnComplaint() {
    assertThatThrownBy(() -> scan(store, ScanOptions.DEFAULT))
        .asInstanceOf(type(StoreException.class))
        .extracting(StoreException::kind)
        .isEqualTo(StoreException.Kind.NOT_FOUND);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFileIsNotScanned() throws IOException {
    write(DATA);
    assertThatThrownBy(() -> scan(store, ScanOptions.DEFAULT))
        .hasMessage("'/data': is not a directory; scan a directory");
  }

  @Test
  void anInventoryIsOfOneDirectory() throws IOException {
    store.mkdir(DATA, 0755);
    scan(store, ScanOptions.DEFAULT);
    assertThatThrownBy(() -> Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT))
        .asInstanceOf(type(InventoryException.class))
        .extracting(InventoryException::kind)
        .isEqualTo(InventoryException.Kind.OTHER_STORE);
    MemoryStore other = new MemoryStore();
    other.mkdir(DATA, 0755);
    assertThatThrownBy(() -> scan(other, ScanOptions.DEFAULT))
        .isInstanceOf(InventoryException.class)
        .hasMessageContaining("use the inventory of this store");
    assertThat(Snapshots.current(directory).manifest().id()).isEqualTo(1);
  }

  @Test
  void whatCannotBeReadIsLeftOutAndReported() throws IOException {
    store.mkdir(DATA, 0755);
    store.mkdir(DATA.child("closed"), 0700);
    write(DATA.child("closed").child("secret"));
    write(DATA.child("open"));
    MemoryStore other = store.as("guest", "guests");
    Manifest manifest = scan(other, ScanOptions.DEFAULT);
    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("permission-denied", 1, List.of("/data/closed")));
    assertThat(Snapshots.objects(Snapshots.current(directory).rows()))
        .extracting(object -> object.path().toString())
        .containsExactly("/data", "/data/closed", "/data/open");
    assertThatThrownBy(() -> scan(other, ScanOptions.DEFAULT.withStrict(true)))
        .isInstanceOf(StoreException.class);
    assertThat(Snapshots.current(directory).manifest().id()).isEqualTo(1);
    assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith(".building-"));
  }

  @Test
  void whatVanishesIsLeftOutAlsoWhenStrict() throws IOException {
    store.mkdir(DATA, 0755);
    store.mkdir(DATA.child("gone"), 0755);
    store.mkdir(DATA.child("stays"), 0755);
    FaultInjectingStore faulty =
        new FaultInjectingStore(
            store,
            1,
            Fault.on(StoreOperation.Kind.LIST)
                .below(DATA.child("gone"))
                .fails(StoreException.Kind.NOT_FOUND),
            Fault.on(StoreOperation.Kind.STAT)
                .below(DATA.child("gone"))
                .fails(StoreException.Kind.NOT_FOUND));
    Manifest manifest = scan(faulty, ScanOptions.DEFAULT.withStrict(true));
    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("vanished", 1, List.of("/data/gone")));
    assertThat(manifest.counts().directories()).isEqualTo(2);
  }

  @Test
  void aPlacementThatCannotBeHadIsLeftOutAndAskedForAgain() throws IOException {
    AtomicReference<List<Extent>> answer = new AtomicReference<>(List.of());
    MemoryStore placing =
        new MemoryStore(new MemorySettings().withPlacement(object -> answer.get()));
    placing.mkdir(DATA, 0755);
    StoreFiles.writeAll(
        placing, DATA.child("a"), ByteBuffer.allocate(3), WriteHandle.Options.EXCLUSIVE);
    FaultInjectingStore faulty =
        new FaultInjectingStore(
            placing,
            1,
            Fault.on(StoreOperation.Kind.PLACEMENT).fails(StoreException.Kind.UNAVAILABLE));

    assertThat(scan(faulty, ScanOptions.DEFAULT).skipped())
        .containsExactly(new Manifest.Skipped("no-placement: unavailable", 1, List.of("/data/a")));
    assertThatThrownBy(() -> scan(faulty, ScanOptions.DEFAULT.withStrict(true)))
        .isInstanceOf(StoreException.class);

    answer.set(List.of(new Extent(0, 3, List.of(Replica.on("late")))));
    ExpiryReasons expiry = new ExpiryReasons();
    ScanOptions options = ScanOptions.DEFAULT.withProgress(expiry);
    assertThat(Refresher.refresh(placing, directory, options).skipped()).isEmpty();
    assertThat(expiry.reasons())
        .containsExactly("the last snapshot has no placement of 1 of its files, as it failed");
    Snapshots.assertHolds(Snapshots.current(directory), placing, DATA);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, vanished, false",
    "CHANGED, changed, true",
    "PERMISSION_DENIED, placement: permission-denied, false",
    "PERMISSION_DENIED, placement: permission-denied, true"
  })
  void ofAFileThatIsGoneOrDeniedNoPlacementIsMissing(
      StoreException.Kind kind, String reason, boolean strict) throws IOException {
    MemoryStore placing = new MemoryStore(new MemorySettings().withPlacement(object -> List.of()));
    placing.mkdir(DATA, 0755);
    for (String each : List.of("a", "b")) {
      StoreFiles.writeAll(
          placing, DATA.child(each), ByteBuffer.allocate(3), WriteHandle.Options.EXCLUSIVE);
    }
    FaultInjectingStore faulty =
        new FaultInjectingStore(
            placing, 1, Fault.on(StoreOperation.Kind.PLACEMENT).below(DATA.child("a")).fails(kind));
    assertThat(scan(faulty, ScanOptions.DEFAULT.withStrict(strict)).skipped())
        .containsExactly(new Manifest.Skipped(reason, 1, List.of("/data/a")));

    placing.delete(DATA.child("a"));
    RecordingStore recorded = new RecordingStore(placing);
    Refresher.refresh(recorded, directory, ScanOptions.DEFAULT);
    assertThat(recorded.count(StoreOperation.Kind.LIST)).as("the change feed is used").isZero();
    Snapshots.assertHolds(Snapshots.current(directory), placing, DATA);
  }

  @Test
  void aStoreThatDoesNotAnswerEndsTheScan() throws IOException {
    store.mkdir(DATA, 0755);
    for (int i = 0; i < 50; i++) {
      store.mkdir(DATA.child("d" + i), 0755);
    }
    FaultInjectingStore faulty =
        new FaultInjectingStore(
            store,
            1,
            Fault.on(StoreOperation.Kind.LIST).skip(20).fails(StoreException.Kind.UNAVAILABLE));
    assertThatThrownBy(() -> scan(faulty, ScanOptions.DEFAULT))
        .asInstanceOf(type(StoreException.class))
        .extracting(StoreException::kind)
        .isEqualTo(StoreException.Kind.UNAVAILABLE);
    assertThatThrownBy(() -> Inventory.open(directory)).hasMessageContaining("make one");
    assertThat(store.openHandles()).isEmpty();
  }

  @Test
  void progressIsReportedOnTheCallersThread() throws IOException {
    List<Long> seen = new ArrayList<>();
    Thread caller = Thread.currentThread();
    SyntheticStore synthetic = new SyntheticStore(1, 10, 1000);
    Scanner.scan(
        synthetic,
        StorePath.ROOT,
        directory,
        ScanOptions.DEFAULT.withProgress(
            (objects, bytes, at) -> {
              assertThat(Thread.currentThread()).isSameAs(caller);
              seen.add(objects);
            }));
    assertThat(seen).hasSizeGreaterThan(5).isSorted();
  }

  @Test
  void anInterruptEndsTheScanAndLeavesNothing() {
    SyntheticStore synthetic = new SyntheticStore(1, 100, 1000);
    ScanOptions options =
        ScanOptions.DEFAULT.withProgress(
            (objects, bytes, at) -> Thread.currentThread().interrupt());
    assertThatThrownBy(() -> Scanner.scan(synthetic, StorePath.ROOT, directory, options))
        .asInstanceOf(type(InventoryException.class))
        .extracting(InventoryException::kind)
        .isEqualTo(InventoryException.Kind.INTERRUPTED);
    assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith(".building-"));
    assertThat(directory.resolve("CURRENT")).doesNotExist();
  }

  /** Neither places nor opens a file before the thread is interrupted, and fails then. */
  private static final class SilentStore extends ForwardingStore {

    SilentStore(Store store) {
      super(store);
    }

    @Override
    public Listing list(StorePath directory, Listing.Options options) throws StoreException {
      return super.list(directory, Listing.Options.FLAT);
    }

    @Override
    public List<Extent> placement(StoreObject object, long offset, long length)
        throws StoreException {
      throw failureWhenInterrupted(object.path());
    }

    @Override
    public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
      throw failureWhenInterrupted(path);
    }

    private static StoreException failureWhenInterrupted(StorePath path) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new StoreException(StoreException.Kind.FAILED, path, "was interrupted");
    }
  }

  /** More files than are handed to the writer at once, of which two are being looked at. */
  private ScanOptions waitForManyFiles(boolean footers) throws StoreException {
    store.mkdir(DATA, 0755);
    store.mkdir(DATA.child("a"), 0755);
    store.mkdir(DATA.child("b"), 0755);
    for (int i = 0; i < 2100; i++) {
      StoreFiles.writeAll(
          store,
          DATA.child("a").child("f" + i),
          ByteBuffer.allocate(8),
          WriteHandle.Options.EXCLUSIVE);
    }
    return ScanOptions.DEFAULT.withParallelism(2).withPlacement(!footers).withFooters(footers);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
  void aDirectoryThatFailsEndsAScanThatWaitsForFiles(boolean footers) throws IOException {
    ScanOptions options = waitForManyFiles(footers);
    FaultInjectingStore faulty =
        new FaultInjectingStore(
            new SilentStore(store),
            1,
            Fault.on(StoreOperation.Kind.LIST)
                .below(DATA.child("b"))
                .fails(StoreException.Kind.UNAVAILABLE));

    assertThatThrownBy(() -> scan(faulty, options))
        .asInstanceOf(type(StoreException.class))
        .extracting(StoreException::kind)
        .isEqualTo(StoreException.Kind.UNAVAILABLE);
    assertThat(scan(store, ScanOptions.DEFAULT).id()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
  void anInterruptEndsAScanThatWaitsForFiles(boolean footers) throws IOException {
    ScanOptions options =
        waitForManyFiles(footers)
            .withProgress(
                (objects, bytes, at) -> {
                  if (objects > 2000) {
                    Thread.currentThread().interrupt();
                  }
                });

    assertThatThrownBy(() -> scan(new SilentStore(store), options))
        .asInstanceOf(type(InventoryException.class))
        .extracting(InventoryException::kind)
        .isEqualTo(InventoryException.Kind.INTERRUPTED);
    assertThat(scan(store, ScanOptions.DEFAULT).id()).isEqualTo(1);
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() throws IOException {
    store.mkdir(DATA, 0755);
    Path file = directory.resolve("file");
    Files.createFile(file);
    assertThatThrownBy(() -> Scanner.scan(store, DATA, file, ScanOptions.DEFAULT))
        .asInstanceOf(type(InventoryException.class))
        .extracting(InventoryException::kind)
        .isEqualTo(InventoryException.Kind.NOT_WRITABLE);
  }

  @Test
  void twoScansAtOnceAreRefusedInOneSentence() throws IOException {
    store.mkdir(DATA, 0755);
    write(DATA.child("file"));
    ScanOptions options =
        ScanOptions.DEFAULT.withProgress((objects, bytes, at) -> {}).withParallelism(1);
    try (WriterLock held = WriterLock.acquire(new InventoryPaths(directory))) {
      assertThat(held.layout().directory()).isEqualTo(directory);
      assertThatThrownBy(() -> scan(store, options))
          .hasMessage(
              "another scan is writing to the inventory '%s'; wait for it or choose another"
                  + " directory",
              directory);
    }
    assertThat(scan(store, options).id()).isEqualTo(1);
  }

  @Test
  void aScanThatLostItsLockPublishesNothing() throws IOException {
    SyntheticStore synthetic = new SyntheticStore(1, 100, 1000);
    Path lock = directory.resolve(".lock");
    ScanOptions options =
        ScanOptions.DEFAULT.withProgress((objects, bytes, at) -> lock.toFile().delete());

    assertThatThrownBy(() -> Scanner.scan(synthetic, StorePath.ROOT, directory, options))
        .hasMessageStartingWith("the lock on the inventory '" + directory + "' was lost")
        .asInstanceOf(type(InventoryException.class))
        .extracting(InventoryException::kind)
        .isEqualTo(InventoryException.Kind.BUSY);
    assertThat(directory).isEmptyDirectory();
    store.mkdir(DATA, 0755);
    assertThat(scan(store, ScanOptions.DEFAULT).id()).isEqualTo(1);
  }

  private void write(StorePath path) throws StoreException {
    StoreFiles.writeAll(
        store, path, ByteBuffer.wrap(new byte[] {1, 2, 3}), WriteHandle.Options.EXCLUSIVE);
  }
}
