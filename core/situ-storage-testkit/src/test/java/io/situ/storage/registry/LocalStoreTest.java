// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.mount.MountTable;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The host: {@code /} without placement, {@code /mnt/ceph} of a driver of its own, in it {@code
 * /mnt/ceph/local} of an ordinary type and in that {@code /mnt/ceph/local/deep} of the driver.
 */
class LocalStoreTest {

  private static final String[] MOUNTS = {
    "1 0 0:1 / / rw - ext4 root rw",
    "2 1 0:2 / /mnt/ceph rw - ceph c rw",
    "3 2 0:3 / /mnt/ceph/local rw - xfs l rw",
    "4 3 0:4 / /mnt/ceph/local/deep rw - ceph d rw"
  };

  @TempDir private Path directory;

  private final FakeProvider any = new FakeProvider("any", "", 1);
  private final FakeProvider ceph = new FakeProvider("ceph", "ceph", 10);
  private MountTable mounts;
  private Store store;

  private void mount(String... lines) throws IOException {
    Files.write(directory.resolve("mountinfo"), List.of(lines));
  }

  @BeforeEach
  void open() throws IOException {
    mount(MOUNTS);
    mounts = MountTable.of(directory.resolve("mountinfo"));
    any.put(
        "/",
        new MemoryStore(
            new MemorySettings()
                .withRoot("/")
                .without(Capability.PLACEMENT, Capability.SNAPSHOTS, Capability.CHANGE_FEED)));
    StoreFiles.mkdirs(any.at("/"), StorePath.of("/mnt/ceph/local/deep"), 0755);
    StoreFiles.mkdirs(any.at("/"), StorePath.of("/home"), 0755);
    StoreFiles.mkdirs(ceph.at("/mnt/ceph"), StorePath.of("/local/deep"), 0755);
    store = new StoreRegistry(List.of(any, ceph), mounts).openLocal(new StoreConfig("", Map.of()));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private static void write(Store store, String path, String content) throws StoreException {
    ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(store, path(path), bytes, WriteHandle.Options.EXCLUSIVE);
  }

  private static String read(Store store, String path) throws StoreException {
    return new String(StoreFiles.readAll(store, path(path), 1000), StandardCharsets.UTF_8);
  }

  private Map<StorePath, StoreObject> list(String path, Listing.Options options)
      throws StoreException {
    Map<StorePath, StoreObject> objects = new TreeMap<>();
    try (Listing listing = store.list(path(path), options)) {
      for (StoreObject object; (object = listing.next()) != null; ) {
        assertThat(objects.put(object.path(), object)).isNull();
      }
    }
    return objects;
  }

  private static void refused(Kind kind, String path, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e.path()).contains(path(path));
              assertThat(e).hasMessageContaining("'" + path + "'");
            });
  }

  @Test
  void aPathGoesToTheStoreOfItsMount() throws IOException {
    write(store, "/home/f", "on the root");
    write(store, "/mnt/ceph/f", "on ceph");
    write(store, "/mnt/ceph/local/f", "on the disk in ceph");
    write(store, "/mnt/ceph/local/deep/f", "on ceph again");
    assertThat(read(any.at("/"), "/home/f")).isEqualTo("on the root");
    assertThat(read(ceph.at("/mnt/ceph"), "/f")).isEqualTo("on ceph");
    assertThat(read(any.at("/"), "/mnt/ceph/local/f")).isEqualTo("on the disk in ceph");
    assertThat(read(ceph.at("/mnt/ceph/local/deep"), "/f")).isEqualTo("on ceph again");
    assertThat(read(store, "/mnt/ceph/local/deep/f")).isEqualTo("on ceph again");
  }

  @Test
  void objectsAndFailuresCarryThePathAskedFor() throws IOException {
    write(store, "/mnt/ceph/f", "x");
    assertThat(store.stat(path("/mnt/ceph/f"), true).path()).isEqualTo(path("/mnt/ceph/f"));
    assertThat(store.stat(path("/mnt/ceph"), true).path()).isEqualTo(path("/mnt/ceph"));
    try (ReadHandle handle = store.open(path("/mnt/ceph/f"), ReadHandle.Options.DEFAULT)) {
      assertThat(handle.object().path()).isEqualTo(path("/mnt/ceph/f"));
      refused(Kind.INVALID_ARGUMENT, "/mnt/ceph/f", () -> handle.read(-1, ByteBuffer.allocate(1)));
    }
    refused(Kind.NOT_FOUND, "/mnt/ceph/no", () -> store.stat(path("/mnt/ceph/no"), true));
    refused(Kind.INVALID_ARGUMENT, "/mnt/ceph", () -> store.delete(path("/mnt/ceph")));
    refused(Kind.ALREADY_EXISTS, "/mnt/ceph", () -> store.mkdir(path("/mnt/ceph"), 0755));
  }

  @Test
  void storesAreOpenedWhenAskedForAndClosedTogether() throws IOException {
    assertThat(ceph.opened()).isEmpty();
    store.stat(path("/mnt/ceph"), true);
    store.stat(path("/mnt/ceph"), true);
    assertThat(ceph.opened()).hasSize(1);
    store.close();
    assertThat(ceph.closed()).containsExactly("/mnt/ceph");
    assertThat(any.closed()).containsExactly("/");
    refused(Kind.FAILED, "/home", () -> store.stat(path("/home"), true));
  }

  @Test
  void nothingMovesBetweenStores() throws IOException {
    write(store, "/home/f", "stays");
    refused(
        Kind.CROSS_STORE,
        "/home/f",
        () -> store.rename(path("/home/f"), path("/mnt/ceph/f"), RenameMode.REPLACE));
    refused(
        Kind.CROSS_STORE,
        "/home/f",
        () -> store.createHardLink(path("/mnt/ceph/f"), path("/home/f")));
    write(store, "/mnt/ceph/a", "moves");
    store.rename(path("/mnt/ceph/a"), path("/mnt/ceph/b"), RenameMode.NO_REPLACE);
    store.createHardLink(path("/mnt/ceph/c"), path("/mnt/ceph/b"));
    assertThat(read(store, "/mnt/ceph/c")).isEqualTo("moves");
    assertThat(read(store, "/home/f")).isEqualTo("stays");
  }

  @Test
  void aNameBehindALinkIntoAMountMovesWithinTheMount() throws IOException {
    ceph.at("/mnt/ceph").mkdir(path("/d"), 0755);
    any.at("/").mkdir(path("/mnt/ceph/d"), 0755);
    any.at("/").createSymlink(path("/home/data"), "/mnt/ceph/d");
    write(store, "/mnt/ceph/d/f", "moves");

    store.rename(path("/home/data/f"), path("/mnt/ceph/trash"), RenameMode.NO_REPLACE);

    assertThat(read(store, "/mnt/ceph/trash")).isEqualTo("moves");
  }

  @Test
  void placementComesFromTheStoreThatKnows() throws IOException {
    write(store, "/home/f", "x");
    write(store, "/mnt/ceph/f", "x");
    assertThat(store.can(Capability.PLACEMENT, StorePath.ROOT)).isTrue();
    assertThat(store.placement(store.stat(path("/home/f"), true), 0, 1)).isEmpty();
    assertThat(store.placement(store.stat(path("/mnt/ceph/f"), true), 0, 1)).hasSize(1);
    var listed = list("/", Listing.Options.RECURSIVE.withPlacement());
    assertThat(listed.get(path("/home/f")).extents()).isEmpty();
    assertThat(listed.get(path("/mnt/ceph/f")).extents()).hasSize(1);
  }

  @Test
  void capabilitiesAreThoseOfThePathsMount() throws IOException {
    ceph.put(
        "/mnt/ceph",
        new MemoryStore(new MemorySettings().without(Capability.APPEND, Capability.HARD_LINKS)));
    StoreFiles.mkdirs(ceph.at("/mnt/ceph"), StorePath.of("/local/deep"), 0755);
    assertThat(store.can(Capability.APPEND, path("/home/new"))).isTrue();
    assertThat(store.can(Capability.APPEND, path("/mnt/ceph/no/such"))).isFalse();
    assertThat(store.can(Capability.SNAPSHOTS, path("/mnt/ceph/no"))).isTrue();
    assertThat(store.can(Capability.SNAPSHOTS, path("/home"))).isFalse();
    assertThat(store.can(Capability.HARD_LINKS, path("/mnt/ceph/local/f"))).isTrue();
    assertThat(store.can(Capability.PLACEMENT, path("/home"))).isFalse();
    assertThat(store.can(Capability.PLACEMENT, path("/mnt"))).isTrue();
  }

  @Test
  void throughALinkOnlyWhatBothStoresCanIsDeclared() throws IOException {
    ceph.put("/mnt/ceph", new MemoryStore(new MemorySettings().without(Capability.HARD_LINKS)));
    store.createSymlink(path("/home/data"), "/mnt/ceph");
    assertThat(store.can(Capability.HARD_LINKS, path("/home/data"))).isFalse();
    assertThat(store.can(Capability.SNAPSHOTS, path("/home/data"))).isFalse();
    assertThat(store.can(Capability.APPEND, path("/home/data"))).isTrue();
    assertThat(store.can(Capability.PLACEMENT, path("/home/data"))).isTrue();
  }

  @Test
  void aRecursiveListingCrossesEveryBorder() throws IOException {
    write(any.at("/"), "/mnt/ceph/hidden", "below the mount");
    write(ceph.at("/mnt/ceph"), "/local/hidden", "below the mount");
    write(store, "/home/f", "1");
    write(store, "/mnt/ceph/f", "2");
    write(store, "/mnt/ceph/local/f", "3");
    write(store, "/mnt/ceph/local/deep/f", "4");
    assertThat(list("/", Listing.Options.RECURSIVE).keySet().stream().map(StorePath::toString))
        .containsExactly(
            "/home",
            "/home/f",
            "/mnt",
            "/mnt/ceph",
            "/mnt/ceph/f",
            "/mnt/ceph/local",
            "/mnt/ceph/local/deep",
            "/mnt/ceph/local/deep/f",
            "/mnt/ceph/local/f");
    assertThat(list("/mnt", Listing.Options.FLAT).get(path("/mnt/ceph")))
        .isEqualTo(store.stat(path("/mnt/ceph"), false));
    assertThat(list("/mnt/ceph/local/deep", Listing.Options.RECURSIVE))
        .containsOnlyKeys(path("/mnt/ceph/local/deep/f"));
  }

  private void linkOnCephAsTheHostSeesItToo(String path, String target) throws StoreException {
    ceph.at("/mnt/ceph").createSymlink(path(path), target);
    any.at("/").createSymlink(path("/mnt/ceph" + path), target);
  }

  @Test
  void aLinkOutOfAMountIsFollowed() throws IOException {
    write(store, "/home/f", "at home");
    linkOnCephAsTheHostSeesItToo("/out", "/home");
    linkOnCephAsTheHostSeesItToo("/file", "../../home/f");
    assertThat(read(store, "/mnt/ceph/out/f")).isEqualTo("at home");
    assertThat(read(store, "/mnt/ceph/file")).isEqualTo("at home");
    write(store, "/mnt/ceph/out/g", "also at home");
    assertThat(read(store, "/home/g")).isEqualTo("also at home");
    assertThat(list("/mnt/ceph/out", Listing.Options.FLAT))
        .containsOnlyKeys(path("/mnt/ceph/out/f"), path("/mnt/ceph/out/g"));
    StoreObject followed =
        list("/mnt/ceph", Listing.Options.FLAT.withFollowLinks()).get(path("/mnt/ceph/file"));
    assertThat(followed.isFile()).isTrue();
    assertThat(followed.size()).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "NOT_FOUND",
        "NOT_A_DIRECTORY",
        "LINK_LOOP",
        "OUTSIDE_ROOT",
        "INVALID_NAME",
        "PERMISSION_DENIED"
      })
  void aLinkThatIsAtFaultItselfIsListedAsALink(Kind fault) throws IOException {
    linkOnCephAsTheHostSeesItToo("/link", "none");
    ceph.inject(Fault.on(StoreOperation.Kind.STAT).fails(fault));

    var listed = list("/mnt/ceph", Listing.Options.FLAT.withFollowLinks());

    assertThat(listed.get(path("/mnt/ceph/link")).linkTarget()).contains("none");
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "UNAVAILABLE"})
  void aLinkThatCannotBeFollowedForAnotherReasonEndsTheListing(Kind fault) throws IOException {
    linkOnCephAsTheHostSeesItToo("/link", "none");
    ceph.inject(Fault.on(StoreOperation.Kind.STAT).fails(fault));

    refused(
        fault, "/mnt/ceph/link", () -> list("/mnt/ceph", Listing.Options.FLAT.withFollowLinks()));
  }

  @ParameterizedTest
  @EnumSource(names = {"NOT_FOUND", "CHANGED", "PERMISSION_DENIED"})
  void aMountThatIsGoneOrMayNotBeSeenIsListedAsItsDirectoryHasIt(Kind fault) throws IOException {
    ceph.inject(Fault.on(StoreOperation.Kind.STAT).fails(fault));

    assertThat(list("/mnt", Listing.Options.FLAT).get(path("/mnt/ceph")).isDirectory()).isTrue();
  }

  @Test
  void aMountThatCannotBeDescribedEndsTheListing() {
    ceph.inject(Fault.on(StoreOperation.Kind.STAT).fails(Kind.FAILED));

    refused(Kind.FAILED, "/mnt/ceph", () -> list("/mnt", Listing.Options.FLAT));
  }

  @Test
  void filesBehindALinkIntoAMountKeepTheirPlacement() throws IOException {
    ceph.at("/mnt/ceph").mkdir(path("/d"), 0755);
    any.at("/").mkdir(path("/mnt/ceph/d"), 0755);
    write(ceph.at("/mnt/ceph"), "/d/f", "x");
    write(any.at("/"), "/mnt/ceph/d/f", "x");
    any.at("/").createSymlink(path("/home/data"), "../mnt/ceph/d");
    any.at("/").createSymlink(path("/home/f"), "/home/data/f");
    assertThat(store.placement(store.stat(path("/home/data/f"), true), 0, 1)).hasSize(1);
    assertThat(store.placement(store.stat(path("/home/f"), true), 0, 1)).hasSize(1);
    var listed = list("/home/data", Listing.Options.FLAT.withPlacement());
    assertThat(listed.get(path("/home/data/f")).extents()).hasSize(1);
  }

  /** Only the driver may know what a listing of its file system lacks. */
  @Test
  void aListingBehindALinkIntoAMountIsItsDriversWithoutPlacementToo() throws IOException {
    ceph.at("/mnt/ceph").mkdir(path("/d"), 0755);
    any.at("/").mkdir(path("/mnt/ceph/d"), 0755);
    write(ceph.at("/mnt/ceph"), "/d/onCephOnly", "x");
    any.at("/").createSymlink(path("/home/data"), "/mnt/ceph/d");

    assertThat(list("/home/data", Listing.Options.FLAT))
        .containsOnlyKeys(path("/home/data/onCephOnly"));
    any.at("/").delete(path("/home/data"));
    any.at("/").createSymlink(path("/home/data"), "/mnt/ceph");
    assertThat(list("/home/data", Listing.Options.FLAT)).containsKey(path("/home/data/d"));
  }

  @Test
  void anAutomountersPlaceIsLookedAtAgain() throws IOException {
    mount(MOUNTS[0], "5 1 0:5 / /auto rw - autofs a rw");
    mounts.refresh();
    StoreFiles.mkdirs(any.at("/"), path("/auto/c"), 0755);
    assertThat(store.stat(path("/auto/c"), true).isDirectory()).isTrue();
    assertThat(ceph.opened()).isEmpty();
    mount(MOUNTS[0], "5 1 0:5 / /auto rw - autofs a rw", "6 5 0:6 / /auto/c rw - ceph a rw");
    mounts.refresh();
    assertThat(store.stat(path("/auto/c"), true).isDirectory()).isTrue();
    assertThat(ceph.opened()).hasSize(1);
  }

  @Test
  void aDriverThatCannotOpenCostsPlacementOnly() throws IOException {
    ceph.breakDown();
    write(any.at("/"), "/mnt/ceph/f", "still read");
    assertThat(read(store, "/mnt/ceph/f")).isEqualTo("still read");
    assertThat(read(store, "/mnt/ceph/f")).isEqualTo("still read");
    assertThat(ceph.opened()).hasSize(1);
  }

  /** The generic store would lack more than placement: what the driver knows of its file system. */
  @Test
  void aDriverThatCannotOpenWithItsKeysServesTheMountWithoutThem() throws IOException {
    ceph.refuse("own");
    StoreConfig wrong = new StoreConfig("", Map.of("own", "wrong"));
    try (Store local = new StoreRegistry(List.of(any, ceph), mounts).openLocal(wrong)) {
      write(local, "/mnt/ceph/f", "by the driver");
      assertThat(read(ceph.at("/mnt/ceph"), "/f")).isEqualTo("by the driver");
      assertThat(read(local, "/mnt/ceph/f")).isEqualTo("by the driver");
      assertThat(ceph.opened()).hasSize(2);
    }
    assertThat(ceph.closed()).contains("/mnt/ceph");
  }

  @Test
  void mountsThatComeAndGoAreFollowed() throws IOException {
    mount(MOUNTS[0]);
    mounts.refresh();
    write(any.at("/"), "/mnt/ceph/under", "below the mount");
    assertThat(read(store, "/mnt/ceph/under")).isEqualTo("below the mount");
    mount(MOUNTS);
    mounts.refresh();
    refused(Kind.NOT_FOUND, "/mnt/ceph/under", () -> store.stat(path("/mnt/ceph/under"), true));
  }

  @Test
  void feedsAndSnapshotsAreAskedOfOneStore() throws IOException {
    refused(Kind.UNSUPPORTED, "/mnt/ceph", () -> store.changes(path("/mnt/ceph"), ""));
    refused(Kind.UNSUPPORTED, "/mnt/ceph", () -> store.snapshot(path("/mnt/ceph"), "label"));
    refused(Kind.UNSUPPORTED, "/mnt/ceph", () -> store.snapshotPath(path("/mnt/ceph"), "label"));
    assertThat(store.capabilities(path("/mnt/ceph")))
        .doesNotContain(Capability.CHANGE_FEED, Capability.SNAPSHOTS)
        .contains(Capability.PLACEMENT, Capability.APPEND);
    assertThat(store.capabilities(path("/mnt/ceph/d")))
        .contains(Capability.CHANGE_FEED, Capability.SNAPSHOTS);
    store.mkdir(path("/mnt/ceph/d"), 0755);
    write(store, "/mnt/ceph/d/f", "x");
    try (Store.Snapshot snapshot = store.snapshot(path("/mnt/ceph/d"), "label")) {
      assertThat(snapshot.path().startsWith(path("/mnt/ceph"))).isTrue();
      assertThat(read(store, snapshot.path().child("f").toString())).isEqualTo("x");
    }
  }

  private String cursor(String directory, String since) throws StoreException {
    try (ChangeFeed feed = store.changes(path(directory), since)) {
      while (feed.next() != null) {
        continue;
      }
      return feed.cursor();
    }
  }

  @Test
  void aCursorIsOfTheFileSystemThatGaveIt() throws IOException {
    store.mkdir(path("/mnt/ceph/d"), 0755);
    String cursor = cursor("/mnt/ceph/d", "");
    assertThat(cursor("/mnt/ceph/d", cursor)).isEqualTo(cursor);
    String bare = cursor.substring(fileSystem("/mnt/ceph").orElseThrow().length() + 1);
    refused(Kind.EXPIRED, "/mnt/ceph/d", () -> store.changes(path("/mnt/ceph/d"), bare));

    ceph.put("/mnt/ceph", new MemoryStore());
    mount(MOUNTS[0], "7 1 0:7 / /mnt/ceph rw - ceph c rw");
    mounts.refresh();
    store.mkdir(path("/mnt/ceph/d"), 0755);

    refused(Kind.EXPIRED, "/mnt/ceph/d", () -> store.changes(path("/mnt/ceph/d"), cursor));
  }

  /** From another server, or with the settings of a store that has its root there. */
  @Test
  void aCursorStaysGoodHoweverTheFileSystemIsMounted() throws IOException {
    store.mkdir(path("/mnt/ceph/d"), 0755);
    String cursor = cursor("/mnt/ceph/d", "");

    mount(MOUNTS[0], "7 1 0:7 / /mnt/ceph rw - ceph other:/c rw");
    mounts.refresh();
    assertThat(cursor("/mnt/ceph/d", cursor)).isEqualTo(cursor);

    StoreConfig named = new StoreConfig("vol", Map.of("root", "/mnt/ceph"));
    StoreConfig local = new StoreConfig("", Map.of()).withStores(List.of(named));
    try (Store other = new StoreRegistry(List.of(any, ceph), mounts).openLocal(local);
        ChangeFeed feed = other.changes(path("/mnt/ceph/d"), cursor)) {
      assertThat(feed.next()).isNull();
      assertThat(feed.cursor()).isEqualTo(cursor);
    }
    assertThat(ceph.opened()).hasSize(3);
  }

  @Test
  void whereTheFileSystemIsNotKnownNoCursorIsGood() throws IOException {
    ceph.fallSilent();
    store.mkdir(path("/mnt/ceph/d"), 0755);
    String cursor = cursor("/mnt/ceph/d", "");

    refused(Kind.EXPIRED, "/mnt/ceph/d", () -> store.changes(path("/mnt/ceph/d"), cursor));
    assertThat(fileSystem("/mnt/ceph/d")).isEmpty();
  }

  private Optional<String> fileSystem(String path) {
    return store.fileSystem(path(path));
  }

  @Test
  void eachPathIsOfTheFileSystemOfItsMount() throws IOException {
    store.createSymlink(path("/home/data"), "/mnt/ceph");
    Optional<String> outer = ceph.at("/mnt/ceph").fileSystem(StorePath.ROOT);
    for (String path : List.of("/mnt/ceph", "/mnt/ceph/no/such", "/home/data")) {
      assertThat(fileSystem(path)).isEqualTo(outer);
    }
    for (String path : List.of("/", "/home", "/mnt/ceph/local/f")) {
      assertThat(fileSystem(path)).contains(Store.ORDINARY);
    }
    assertThat(fileSystem("/mnt/ceph/local/deep"))
        .isEqualTo(ceph.at("/mnt/ceph/local/deep").fileSystem(StorePath.ROOT))
        .isNotEqualTo(outer);
  }

  @Test
  void whileADriverCannotOpenItsFileSystemIsNotKnown() {
    ceph.breakDown();

    assertThat(fileSystem("/mnt/ceph/f")).isEmpty();
    assertThat(fileSystem("/home")).contains(Store.ORDINARY);
  }

  @Test
  void ofATreeWithAMountInItNothingIsDeleted() throws IOException {
    store.createSymlink(path("/home/way"), "/mnt");

    refused(Kind.CROSS_STORE, "/mnt/ceph", () -> StoreFiles.deleteTree(store, path("/mnt")));
    refused(
        Kind.CROSS_STORE, "/mnt/ceph", () -> StoreFiles.deleteTree(store, path("/home/way/ceph")));
  }

  /** What it leads to stays. */
  @Test
  void aLinkToATreeWithAMountInItIsDeleted() throws IOException {
    store.createSymlink(path("/home/l"), "/mnt");
    store.createSymlink(path("/home/way"), "/home");

    assertThat(StoreFiles.deleteTree(store, path("/home/way/l"))).isTrue();

    assertThat(list("/home", Listing.Options.FLAT)).containsOnlyKeys(path("/home/way"));
    assertThat(store.stat(path("/mnt/ceph"), false).isDirectory()).isTrue();
  }
}
