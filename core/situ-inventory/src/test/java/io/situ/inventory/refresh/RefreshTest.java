// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.BackdatedStore;
import io.situ.inventory.EntriesStore;
import io.situ.inventory.ExpiryReasons;
import io.situ.inventory.IdentityStore;
import io.situ.inventory.RandomTree;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.Snapshots;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.BlockIds;
import io.situ.inventory.scan.ObjectEnricher;
import io.situ.inventory.scan.Scanner;
import io.situ.inventory.scan.SnapshotWriter;
import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.fault.RecordingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath OUTSIDE = StorePath.of("/outside");
  private static final int PART_ROWS = 50;

  @TempDir Path directory;

  private static IntStream seeds() {
    return IntStream.rangeClosed(1, Integer.getInteger("situ.test.rounds", 2));
  }

  private Manifest scan(Store store, ScanOptions options) throws IOException {
    return Scanner.scan(store, DATA, directory, options, PART_ROWS);
  }

  private Manifest refresh(Store store) throws IOException {
    return Refresher.refresh(store, directory, ScanOptions.DEFAULT, PART_ROWS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followsTheStoreByItsFeed(int seed) throws IOException {
    follow(new MemoryStore(), seed, ScanOptions.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followsTheStoreByWalking(int seed) throws IOException {
    MemorySettings settings = new MemorySettings().without(Capability.CHANGE_FEED);
    follow(new MemoryStore(settings), seed, ScanOptions.DEFAULT.withChecksums(true));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void followsTheStoreWhenTheFeedForgets(int seed) throws IOException {
    follow(new MemoryStore(new MemorySettings().withJournal(12)), seed, ScanOptions.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followsTheStoreByAFeedOfDirectories(int seed) throws IOException {
    MemoryStore store = new MemoryStore();
    follow(store, new EntriesStore(store), seed, ScanOptions.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void followsTheStoreByAFeedOfIdentities(int seed) throws IOException {
    MemoryStore memory = new MemoryStore();
    IdentityStore store = new IdentityStore(memory);
    memory.mkdir(DATA, 0755);
    memory.mkdir(OUTSIDE, 0755);
    RandomTree inside = new RandomTree(store, DATA, seed);
    RandomTree outside = new RandomTree(store, OUTSIDE, seed);
    inside.change(300);
    outside.change(30);
    scan(store, ScanOptions.DEFAULT);
    for (int round = 0; round < 12; round++) {
      inside.change(round % 10 * 2);
      outside.change(round);
      refresh(store);
      Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
    }
  }

  @Test
  void whatComesFromOutsideAndGoesThereIsFollowedByIdentities() throws IOException {
    IdentityStore store = new IdentityStore(new MemoryStore());
    for (String each : List.of("/data", "/data/a", "/data/a/b", "/outside", "/outside/x")) {
      store.mkdir(StorePath.of(each), 0755);
    }
    write(store, StorePath.of("/data/a/b/kept"));
    write(store, StorePath.of("/outside/x/in"));
    scan(store, ScanOptions.DEFAULT);
    rename(store, "/outside/x", "/data/x");
    rename(store, "/data/a", "/outside/a");
    write(store, StorePath.of("/outside/a/b/out"));
    write(store, StorePath.of("/data/x/new"));
    rename(store, "/outside/a/b", "/data/b");
    write(store, StorePath.of("/data/b/late"));
    refresh(store);
    Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
    assertThat(Snapshots.rows(Snapshots.current(directory).rows()))
        .extracting(Row::toString)
        .containsExactly(
            "/data/",
            "/data/b/",
            "/data/b/kept",
            "/data/b/late",
            "/data/b/out",
            "/data/x/",
            "/data/x/in",
            "/data/x/new");
  }

  private static void rename(Store store, String from, String to) throws IOException {
    store.rename(StorePath.of(from), StorePath.of(to), Store.RenameMode.NO_REPLACE);
  }

  @Test
  void anIdentityCostsNoListing() throws IOException {
    MemoryStore memory = new MemoryStore();
    IdentityStore store = new IdentityStore(memory);
    store.mkdir(DATA, 0755);
    for (int d = 0; d < 20; d++) {
      store.mkdir(DATA.child("d" + d), 0755);
      for (int f = 0; f < 50; f++) {
        write(store, DATA.child("d" + d).child("f" + f));
      }
    }
    scan(store, ScanOptions.DEFAULT);
    store.setAttributes(DATA.child("d7").child("f3"), Attributes.Change.NONE.withMode(0600));
    write(store, DATA.child("d8").child("new"));
    RecordingStore recording = new RecordingStore(store);
    refresh(recording);
    assertThat(recording.count(StoreOperation.Kind.LIST)).isZero();
    assertThat(recording.count(StoreOperation.Kind.STAT)).isLessThan(8);
    Snapshots.assertHolds(Snapshots.current(directory), memory, DATA);
  }

  /** As when a file is migrated, or a mirror of it is in step again: its version stays. */
  @Test
  void aFileThatTheFeedNamesIsPlacedAgainAndNotReadAgain() throws IOException {
    String[] host = {"before"};
    MemorySettings settings =
        new MemorySettings()
            .withPlacement(
                file -> List.of(new Extent(0, file.size(), List.of(Replica.on(host[0])))));
    Store store = new BackdatedStore(new IdentityStore(new MemoryStore(settings)));
    store.mkdir(DATA, 0755);
    write(store, DATA.child("moved"));
    write(store, DATA.child("other"));
    scan(store, ScanOptions.DEFAULT.withChecksums(true));
    host[0] = "after";
    store.setAttributes(DATA.child("moved"), Attributes.Change.NONE);
    RecordingStore recording = new RecordingStore(store);
    refresh(recording);

    assertThat(hostOf("moved")).isEqualTo("after");
    assertThat(hostOf("other")).isEqualTo("before");
    assertThat(recording.count(StoreOperation.Kind.OPEN)).isZero();
    assertThat(recording.count(StoreOperation.Kind.PLACEMENT)).isEqualTo(1);
    Row row = Snapshots.current(directory).find(DATA.child("moved")).orElseThrow();
    assertThat(row.crc32c(ObjectEnricher.CHUNK)).isPresent();
  }

  /** As when root scans a tree whose files another user, who may not read them, refreshes. */
  @Test
  void whereAPlacementIsDeniedTheEarlierOneIsKept() throws IOException {
    MemorySettings settings =
        new MemorySettings()
            .without(Capability.DISTINCT_VERSIONS)
            .withPlacement(file -> List.of(new Extent(0, file.size(), List.of(Replica.on("h")))));
    Store store = new IdentityStore(new MemoryStore(settings));
    store.mkdir(DATA, 0755);
    for (String name : List.of("named", "closed", "changed")) {
      write(store, DATA.child(name));
    }
    scan(store, ScanOptions.DEFAULT);
    store.setAttributes(DATA.child("named"), Attributes.Change.NONE);
    store.setAttributes(DATA.child("closed"), Attributes.Change.NONE.withMode(0600));
    store.delete(DATA.child("changed"));
    write(store, DATA.child("changed"));
    Manifest after =
        refresh(
            new FaultInjectingStore(
                store,
                1,
                Fault.on(StoreOperation.Kind.PLACEMENT)
                    .fails(StoreException.Kind.PERMISSION_DENIED)));

    assertThat(hostOf("named")).isEqualTo("h");
    assertThat(hostOf("closed")).isEqualTo("h");
    Row closed = Snapshots.current(directory).find(DATA.child("closed")).orElseThrow();
    assertThat(closed.object().attributes().mode()).isEqualTo(0600);
    assertThat(Snapshots.current(directory).find(DATA.child("changed")).orElseThrow().object())
        .extracting(StoreObject::extents)
        .isEqualTo(List.of());
    assertThat(after.skipped())
        .containsExactly(
            new Manifest.Skipped("placement: permission-denied", 1, List.of("/data/changed")));
  }

  /** As when a feed names again what it named last time. */
  @Test
  void anUnchangedFileMakesNoNewDataFile() throws IOException {
    Store store = new BackdatedStore(new IdentityStore(new MemoryStore()));
    store.mkdir(DATA, 0755);
    write(store, DATA.child("same"));
    Manifest before = scan(store, ScanOptions.DEFAULT.withChecksums(true));
    store.setAttributes(DATA.child("same"), Attributes.Change.NONE);
    RecordingStore recording = new RecordingStore(store);

    Manifest after = refresh(recording);

    assertThat(recording.count(StoreOperation.Kind.STAT)).isPositive();
    assertThat(after.id()).isEqualTo(before.id() + 1);
    assertThat(after.parts()).isEqualTo(before.parts());
    assertThat(after.counts()).isEqualTo(before.counts());
  }

  private String hostOf(String name) throws IOException {
    Row row = Snapshots.current(directory).find(DATA.child(name)).orElseThrow();
    return row.object().extents().get(0).replicas().get(0).host();
  }

  private void follow(MemoryStore store, int seed, ScanOptions options) throws IOException {
    follow(store, store, seed, options);
  }

  private void follow(MemoryStore memory, Store store, int seed, ScanOptions options)
      throws IOException {
    memory.mkdir(DATA, 0755);
    RandomTree tree = new RandomTree(memory, DATA, seed);
    tree.change(300);
    scan(store, options);
    for (int round = 0; round < 12; round++) {
      tree.change(round % 10 * 2);
      Manifest manifest = refresh(store);
      Snapshot snapshot = Snapshots.current(directory);
      List<Row> rows = Snapshots.rows(snapshot.rows());
      Snapshots.assertHolds(snapshot, store, DATA);
      SnapshotWriter.Tally tally = new SnapshotWriter.Tally(options.checksums());
      rows.forEach(tally::add);
      assertThat(manifest.counts()).isEqualTo(tally.counts());
      assertBlockIds(rows);
      snapshot.verify();
    }
    assertThat(memory.openHandles()).isEmpty();
  }

  private static void assertBlockIds(List<Row> rows) {
    BlockIds ids = new BlockIds();
    for (Row row : rows) {
      assertThat(row.blockIdOrZero()).isEqualTo(ids.of(row.object(), SortKeys.bytes(row.object())));
    }
  }

  @Test
  void workGrowsWithTheChangesAndNotWithTheInventory() throws IOException {
    MemoryStore memory = new MemoryStore();
    memory.mkdir(DATA, 0755);
    for (int d = 0; d < 20; d++) {
      memory.mkdir(DATA.child("d" + d), 0755);
      for (int f = 0; f < 50; f++) {
        write(memory, DATA.child("d" + d).child("f" + f));
      }
    }
    RecordingStore store = new RecordingStore(memory);
    Manifest before = scan(store, ScanOptions.DEFAULT.withChecksums(true));
    store.clear();
    write(memory, DATA.child("d7").child("new"));
    Manifest after = refresh(store);
    assertThat(store.count(StoreOperation.Kind.LIST)).isZero();
    assertThat(store.count(StoreOperation.Kind.OPEN)).isEqualTo(1);
    assertThat(store.count(StoreOperation.Kind.STAT)).isLessThan(6);
    assertThat(store.count(StoreOperation.Kind.PLACEMENT)).isEqualTo(1);
    Set<Manifest.Part> rewritten = new HashSet<>(after.parts());
    rewritten.removeAll(before.parts());
    assertThat(rewritten.size()).isBetween(1, 3);
    assertThat(after.counts().files()).isEqualTo(1001);
  }

  @Test
  void aWalkReadsNoDataAgain() throws IOException {
    MemoryStore memory = new MemoryStore(new MemorySettings().without(Capability.CHANGE_FEED));
    memory.mkdir(DATA, 0755);
    for (int f = 0; f < 50; f++) {
      write(memory, DATA.child("f" + f));
    }
    RecordingStore store = new RecordingStore(new BackdatedStore(memory));
    scan(store, ScanOptions.DEFAULT.withChecksums(true));
    store.clear();
    memory.delete(DATA.child("f3"));
    write(memory, DATA.child("f3"));
    Manifest manifest = refresh(store);
    assertThat(store.count(StoreOperation.Kind.OPEN)).isEqualTo(1);
    assertThat(store.count(StoreOperation.Kind.PLACEMENT)).isEqualTo(1);
    assertThat(manifest.counts().unchecked()).isZero();
    assertThat(manifest.checksumChunk()).isEqualTo(ObjectEnricher.CHUNK);
    assertThat(manifest.features().placement()).isTrue();
  }

  @Test
  void whyEverythingIsListedIsReported() throws IOException {
    MemoryStore store = new MemoryStore(new MemorySettings().withJournal(2));
    store.mkdir(DATA, 0755);
    scan(store, ScanOptions.DEFAULT);
    ExpiryReasons expiry = new ExpiryReasons();
    write(store, DATA.child("a"));
    Refresher.refresh(store, directory, ScanOptions.DEFAULT.withProgress(expiry));
    assertThat(expiry.reasons()).isEmpty();
    for (int f = 0; f < 5; f++) {
      write(store, DATA.child("f" + f));
    }
    Refresher.refresh(store, directory, ScanOptions.DEFAULT.withProgress(expiry));
    assertThat(expiry.reasons()).singleElement().asString().contains("does not remember back to");
  }

  /** As by two mv(1) one level above it, which no feed of what is below it reports. */
  @Test
  void aDirectoryThatGotThePlaceOfTheScannedOneIsListed() throws IOException {
    IdentityStore store = new IdentityStore(new MemoryStore());
    for (String each : List.of("/data", "/data/tables", "/old", "/old/tables")) {
      store.mkdir(StorePath.of(each), 0755);
    }
    write(store, StorePath.of("/data/tables/bad"));
    write(store, StorePath.of("/data/tables/file"));
    write(store, StorePath.of("/old/tables/file"));
    StorePath tables = DATA.child("tables");
    Scanner.scan(store, tables, directory, ScanOptions.DEFAULT);
    rename(store, "/data", "/bad");
    rename(store, "/old", "/data");
    ExpiryReasons expiry = new ExpiryReasons();
    ScanOptions options = ScanOptions.DEFAULT.withProgress(expiry);

    Refresher.refresh(store, directory, options);

    Snapshots.assertHolds(Snapshots.current(directory), store, tables);
    assertThat(expiry.reasons())
        .containsExactly("another directory has the place of '/data/tables'");
    RecordingStore recording = new RecordingStore(store);
    Refresher.refresh(recording, directory, options);
    assertThat(recording.count(StoreOperation.Kind.LIST)).as("the feed is used again").isZero();
  }

  @Test
  void collectsMoreWhenAsked() throws IOException {
    MemoryStore store = new MemoryStore();
    store.mkdir(DATA, 0755);
    write(store, DATA.child("f"));
    Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT.withPlacement(false));
    Row plain = Snapshots.current(directory).find(DATA.child("f")).orElseThrow();
    assertThat(plain.object().extents()).isEmpty();
    Refresher.refresh(store, directory, ScanOptions.DEFAULT.withChecksums(true));
    Row full = Snapshots.current(directory).find(DATA.child("f")).orElseThrow();
    assertThat(full.object().extents()).isNotEmpty();
    assertThat(full.crc32c(ObjectEnricher.CHUNK)).isPresent();
    assertThat(full.blockId()).isNotEqualTo(plain.blockId());
  }

  @Test
  void thereMustBeAnInventory() {
    assertThatThrownBy(() -> refresh(new MemoryStore()))
        .hasMessage("there is no inventory in '%s'; make one with a scan into it", directory);
  }

  @Test
  void anotherStoreIsRefused() throws IOException {
    MemoryStore store = new MemoryStore();
    store.mkdir(DATA, 0755);
    scan(store, ScanOptions.DEFAULT);
    assertThatThrownBy(() -> refresh(new MemoryStore()))
        .isInstanceOf(InventoryException.class)
        .hasMessageContaining("use the inventory of this store");
  }

  private static void write(Store store, StorePath path) throws IOException {
    StoreFiles.writeAll(
        store, path, ByteBuffer.wrap(new byte[] {1, 2, 3}), WriteHandle.Options.EXCLUSIVE);
  }
}
