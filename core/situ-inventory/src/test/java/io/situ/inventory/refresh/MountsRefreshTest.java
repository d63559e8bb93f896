// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.ExpiryReasons;
import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.diff.Diff;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.ManifestJson;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.registry.FakeMounts;
import io.situ.storage.testkit.fault.RecordingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Inventories of mounts, mostly of plain paths: {@code /mnt/ceph} has a driver of its own, which
 * has a change feed.
 */
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

  private void mountCeph(int id, Store ceph) throws IOException {
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

  private static String idOf(Store store) {
    return store.fileSystem(StorePath.ROOT).orElseThrow();
  }

  private void refused(ThrowingCallable call, String was, String is) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InventoryException.class,
            e -> assertThat(e.kind()).isEqualTo(InventoryException.Kind.OTHER_STORE))
        .hasMessageStartingWith(
            "the inventory describes '/mnt/ceph/data' of the file system '%s', and %s is at"
                .formatted(was, is));
  }

  @Test
  void anotherFileSystemAtThePathIsRefusedAndNoneToo() throws IOException {
    MemoryStore first = newCeph();
    mountCeph(2, first);
    write(DATA.child("f"));
    scan(DATA);
    String was = idOf(first);

    MemoryStore other = newCeph();
    mountCeph(3, other);
    refused(this::refresh, was, "'" + idOf(other) + "'");
    refused(() -> scan(DATA), was, "'" + idOf(other) + "'");
    mounts.set();
    refused(this::refresh, was, "an ordinary directory");
  }

  /** By another client, or from another server. */
  @Test
  void aFileSystemThatIsMountedInAnotherWayIsTheSame() throws IOException {
    MemoryStore first = newCeph();
    mountCeph(2, first);
    write(DATA.child("f"));
    scan(DATA);

    mountCeph(4, first);
    write(DATA.child("g"));
    RecordingStore recording = new RecordingStore(store);
    assertThat(refresh(recording).id()).isEqualTo(2);
    assertThat(recording.count(StoreOperation.Kind.LIST)).isZero();
    assertHolds(DATA);
    assertThat(expiry.reasons()).isEmpty();
  }

  @Test
  void aStoreWithANameThatIsMountedInAnotherWayIsTheSame() throws IOException {
    MemoryStore named = newCeph();
    Scanner.scan(named, StorePath.of("/data"), inventory(), ScanOptions.DEFAULT);

    refresh(new RemountedStore(named, named.info().hostPath().orElseThrow()));

    assertThat(expiry.reasons()).isEmpty();
    Inventory both = Inventory.open(inventory());
    try (Diff diff = Diff.between(both.snapshot(1), both.snapshot(2))) {
      assertThat(diff.next()).isNull();
    }
    Store elsewhere = new RemountedStore(named, CEPH);
    assertThatThrownBy(() -> refresh(elsewhere))
        .isInstanceOf(InventoryException.class)
        .hasMessageContaining("use the inventory of this store");
  }

  /** A file system that another client, or another server's name, gives another identity. */
  private static final class RemountedStore extends ForwardingStore {
    private final StorePath root;

    RemountedStore(Store store, StorePath root) {
      super(store);
      this.root = root;
    }

    @Override
    public Info info() {
      Info info = super.info();
      return Info.mounted(info.name(), info.driver(), "mounted again at " + root, root);
    }
  }

  /** Neither then nor now: nothing is refused, and no cursor is good. */
  @Test
  void oneThatDoesNotReportItselfIsListed() throws IOException {
    mountCeph(2, new SilentStore(newCeph()));
    write(DATA.child("old"));
    assertThat(scan(DATA).origin().fileSystem()).isEmpty();

    MemoryStore other = newCeph();
    mountCeph(3, new SilentStore(other));
    write(DATA.child("new"));
    refresh();

    assertHolds(DATA);
    mountCeph(4, other);
    Manifest known = refresh();
    assertHolds(DATA);
    assertThat(known.origin().fileSystem()).contains(idOf(other));
    mountCeph(5, new SilentStore(other));
    refresh();
    assertHolds(DATA);
    assertThat(expiry.reasons())
        .containsExactly(
            "the file system that is there does not report which one it is",
            "the cursor is not known to be of the file system that is there now",
            "the file system that is there does not report which one it is");
  }

  /** A file system that does not report which one it is. */
  private static final class SilentStore extends ForwardingStore {
    SilentStore(Store store) {
      super(store);
    }

    @Override
    public Optional<String> fileSystem(StorePath path) {
      return Optional.empty();
    }
  }

  @Test
  void whileTheDriverCannotOpenItEverythingIsListed() throws IOException {
    mountCeph(2, newCeph());
    write(DATA.child("f"));
    scan(DATA);

    mounts.remove(CEPH);
    mounts.set("3 1 0:3 / /mnt/ceph rw - ceph c rw");
    write(DATA.child("g"));
    refresh();

    assertHolds(DATA);
  }

  /** They keep how the file system was mounted, which is no reason to refuse it. */
  @Test
  void anInventoryOfAnEarlierVersionIsListedOnce() throws IOException {
    mountCeph(2, newCeph());
    write(DATA.child("old"));
    Manifest manifest = scan(DATA);
    String identity = manifest.origin().fileSystem().orElseThrow();
    String text = new String(ManifestJson.write(manifest), StandardCharsets.UTF_8);
    assertThat(text).contains("\"fileSystem\" : \"" + identity);
    publish(
        text.replace("\"fileSystem\" : \"" + identity, "\"servedBy\" : \"fuse:c:1")
            .replace("\"cursor\" : \"" + identity, "\"cursor\" : \"fuse:c:1"));

    MemoryStore other = newCeph();
    mountCeph(3, other);
    write(DATA.child("new"));
    Manifest refreshed = refresh();

    assertHolds(DATA);
    assertThat(expiry.reasons())
        .containsExactly("the cursor is not known to be of the file system that is there now");
    assertThat(refreshed.origin().fileSystem()).contains(idOf(other));
  }

  /** Puts a manifest, with another checksum, in the place of the one that was made. */
  private void publish(String manifest) throws IOException {
    String member = "\"crc32c\" : \"";
    String open = manifest.substring(0, manifest.lastIndexOf(member));
    CRC32C crc = new CRC32C();
    crc.update(open.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        inventory().resolve("snapshot-000001/_manifest.json"),
        open + member + "%08x\"\n}\n".formatted(crc.getValue()));
  }

  @Test
  void aDirectoryOfAnOrdinaryMountIsWhatIsThere() throws IOException {
    write(HOME.child("f"));
    assertThat(scan(HOME).origin().fileSystem()).isEmpty();

    mounts.set("9 1 0:9 / /home rw - xfs /dev/sdb rw");
    write(HOME.child("g"));
    refresh();

    assertHolds(HOME);
  }
}
