// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.ExpiryReasons;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.ManifestJson;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.registry.FakeMounts;
import io.situ.storage.testkit.fault.RecordingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inventories of plain paths: {@code /mnt/ceph} has a driver with a change feed of its own. */
class MountsRefreshTest {

  private static final StorePath CEPH = StorePath.of("/mnt/ceph");
  private static final StorePath DATA = CEPH.child("data");
  private static final StorePath HOME = StorePath.of("/home");

  @TempDir private Path directory;

  private final ExpiryReasons expiry = new ExpiryReasons();
  private MemoryStore root;
  private FakeMounts mounts;
  private Store store;

  @BeforeEach
  void open() throws IOException {
    MemorySettings plain =
        new MemorySettings()
            .without(Capability.PLACEMENT, Capability.SNAPSHOTS, Capability.CHANGE_FEED);
    root = new MemoryStore(plain);
    StoreFiles.mkdirs(root, DATA, 0755);
    StoreFiles.mkdirs(root, HOME, 0755);
    mounts = new FakeMounts(directory.resolve("mountinfo"), root);
    store = mounts.open();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private static MemoryStore newCeph() throws IOException {
    MemoryStore ceph = new MemoryStore();
    StoreFiles.mkdirs(ceph, StorePath.of("/data"), 0755);
    return ceph;
  }

  private void mountCeph(int id, MemoryStore ceph) throws IOException {
    mounts.put(CEPH, ceph);
    mounts.set(id + " 1 0:" + id + " / /mnt/ceph rw - ceph c rw");
  }

  private void write(StorePath path) throws IOException {
    StoreFiles.writeAll(
        store, path, ByteBuffer.wrap(new byte[] {1, 2, 3}), WriteHandle.Options.EXCLUSIVE);
  }

  private Path inventory() {
    return directory.resolve("inventory");
  }

  private Manifest scan(StorePath root) throws IOException {
    return Scanner.scan(store, root, inventory(), ScanOptions.DEFAULT);
  }

  private Manifest refresh() throws IOException {
    return refresh(store);
  }

  private Manifest refresh(Store from) throws IOException {
    return Refresher.refresh(from, inventory(), ScanOptions.DEFAULT.withProgress(expiry));
  }

  private void assertHolds(StorePath root) throws IOException {
    Snapshots.assertHolds(Snapshots.current(inventory()), store, root);
  }

  @Test
  void whereAnythingIsMountedBelowEverythingIsListed() throws IOException {
    MemoryStore ceph = newCeph();
    StoreFiles.mkdirs(root, DATA.child("local"), 0755);
    StoreFiles.mkdirs(ceph, StorePath.of("/data/local"), 0755);
    mounts.put(CEPH, ceph);
    mounts.set(
        "2 1 0:2 / /mnt/ceph rw - ceph c rw", "3 2 0:3 / /mnt/ceph/data/local rw - xfs l rw");
    write(DATA.child("f"));
    write(DATA.child("local").child("f"));

    assertThat(scan(DATA).features().cursor()).isEmpty();

    assertHolds(DATA);
    write(DATA.child("local").child("g"));
    refresh();
    assertHolds(DATA);
  }

  private void refused(ThrowingCallable call, String was, String is) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InventoryException.class,
            e -> assertThat(e.kind()).isEqualTo(InventoryException.Kind.OTHER_STORE))
        .hasMessageStartingWith(
            "the inventory describes '/mnt/ceph/data' of the file system '%s', and '%s' serves"
                .formatted(was, is));
  }

  @Test
  void anotherFileSystemAtThePathIsRefusedAndNoneToo() throws IOException {
    MemoryStore first = newCeph();
    mountCeph(2, first);
    write(DATA.child("f"));
    scan(DATA);
    String was = first.info().identity();

    MemoryStore other = newCeph();
    mountCeph(3, other);
    refused(this::refresh, was, other.info().identity());
    refused(() -> scan(DATA), was, other.info().identity());
    mounts.set();
    refused(this::refresh, was, "local");

    mountCeph(4, first);
    write(DATA.child("g"));
    RecordingStore recording = new RecordingStore(store);
    assertThat(refresh(recording).id()).isEqualTo(2);
    assertThat(recording.count(StoreOperation.Kind.LIST)).isZero();
    assertHolds(DATA);
    assertThat(expiry.reasons()).isEmpty();
  }

  /** An inventory of an earlier version may be of what was mounted there before. */
  @Test
  void anInventoryThatDoesNotNameItsFileSystemIsListedOnce() throws IOException {
    mountCeph(2, newCeph());
    write(DATA.child("old"));
    Manifest named = scan(DATA);
    String identity = named.origin().servedBy().orElseThrow();
    Files.write(
        inventory().resolve("snapshot-000001/_manifest.json"),
        ManifestJson.write(unnamed(named, identity)));

    MemoryStore other = newCeph();
    mountCeph(3, other);
    write(DATA.child("new"));
    Manifest refreshed = refresh();

    assertHolds(DATA);
    assertThat(expiry.reasons())
        .containsExactly("the cursor is not known to be of the file system that is there now");
    assertThat(refreshed.origin().servedBy()).contains(other.info().identity());
  }

  private static Manifest unnamed(Manifest named, String identity) {
    Manifest.Origin origin = named.origin();
    Manifest.Features features = named.features();
    return new Manifest(
        named.id(),
        named.parent(),
        new Manifest.Origin(
            origin.store(),
            origin.driver(),
            origin.identity(),
            origin.storeRoot(),
            origin.root(),
            origin.stableIdentity(),
            Optional.empty()),
        named.startedAt(),
        named.seconds(),
        new Manifest.Features(
            features.placement(),
            features.checksumChunk(),
            features.footers(),
            features.cursor().map(cursor -> cursor.substring(identity.length() + 1))),
        named.counts(),
        named.skipped(),
        named.unread(),
        named.parts());
  }

  @Test
  void aDirectoryOfAnOrdinaryMountIsWhatIsThere() throws IOException {
    write(HOME.child("f"));
    assertThat(scan(HOME).origin().servedBy()).isEmpty();

    mounts.set("9 1 0:9 / /home rw - xfs /dev/sdb rw");
    write(HOME.child("g"));
    refresh();

    assertHolds(HOME);
  }
}
