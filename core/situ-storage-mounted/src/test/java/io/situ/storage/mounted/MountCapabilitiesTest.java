// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.namespace.FileSystemType;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with mounts of other types below its root, as the mount table says. */
class MountCapabilitiesTest {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  @TempDir private Path directory;

  private MountedStore open(Quirks quirks) throws IOException {
    Path root = Files.createDirectories(directory.resolve("root")).toRealPath();
    Files.createDirectories(root.resolve("stick"));
    Files.createDirectories(root.resolve("shared"));
    Path table = directory.resolve("mountinfo");
    Files.write(
        table,
        List.of(
            "2000000001 0 0:1 / / rw - ext4 root rw",
            "2000000002 2000000001 0:2 / " + root + "/stick rw - vfat stick rw",
            "2000000003 2000000001 0:3 / " + root + "/shared rw - nfs4 server:/shared rw",
            "2000000004 2000000001 0:4 / " + root + "/tree/mount rw - ext4 mount rw"));
    MountedStoreOptions tuning =
        MountedStoreOptions.NONE.withQuirks(mount -> quirks).withMounts(MountTable.of(table));
    return MountedStoreTest.open(root, tuning);
  }

  private static Set<Capability> at(Store store, String path) {
    Set<Capability> able = EnumSet.noneOf(Capability.class);
    able.addAll(store.capabilities(StorePath.of(path)));
    able.remove(Capability.XATTRS);
    return able;
  }

  @Test
  void eachMountDeclaresWhatItsTypeCan() throws IOException {
    try (Store store = open(Quirks.NONE)) {
      assertThat(at(store, "/new")).isEqualTo(new FileSystemType("ext4").capabilities());
      assertThat(at(store, "/stick/f")).isEqualTo(new FileSystemType("vfat").capabilities());
      assertThat(at(store, "/shared/f")).isEqualTo(new FileSystemType("nfs4").capabilities());
    }
  }

  /** A moment's failure must not hold for as long as the process lives. */
  @Test
  void aMountThatCouldNotBeAskedIsAskedAgain() throws IOException {
    try (Store store = open(Quirks.NONE)) {
      Path point = directory.resolve("root/shared");
      Files.delete(point);
      store.capabilities(StorePath.of("/shared"));
      Files.createDirectory(point);

      assertThat(store.can(Capability.XATTRS, StorePath.of("/shared")))
          .isEqualTo(store.can(Capability.XATTRS, StorePath.ROOT));
    }
  }

  @Test
  void ofATreeWithAMountInItNothingIsDeleted() throws IOException {
    Path tree = Files.createDirectories(directory.resolve("root/tree"));
    Files.createDirectory(tree.resolve("mount"));
    Path file = Files.createFile(tree.resolve("a"));
    Files.createDirectories(tree.resolve("other/below"));
    Files.createSymbolicLink(directory.resolve("root/way"), Path.of("."));
    try (Store store = open(Quirks.NONE)) {
      for (String at : List.of("/tree", "/tree/mount", "/way/tree")) {
        StorePath path = StorePath.of(at);
        StorePath mount = at.endsWith("mount") ? path : path.child("mount");
        assertThatThrownBy(() -> store.deleteTree(path))
            .isInstanceOfSatisfying(
                StoreException.class,
                e -> {
                  assertThat(e.kind()).isEqualTo(Kind.CROSS_STORE);
                  assertThat(e.path()).contains(mount);
                });
      }
      assertThat(file).exists();
      assertThat(store.deleteTree(StorePath.of("/tree/other"))).isTrue();
      assertThat(store.deleteTree(StorePath.of("/no/such"))).isFalse();
    }
  }

  /** The kernel reports no path of more than 4,095 bytes. */
  @Test
  void aTreeWhosePathIsTooLongToBeReportedIsDeleted() throws IOException {
    StorePath deep = StorePath.ROOT;
    try (Store store = open(Quirks.NONE)) {
      for (int i = 0; i < 20; i++) {
        deep = deep.child("n".repeat(250));
        store.mkdir(deep, 0755);
      }
      StorePath tree = deep;
      store.mkdir(tree.child("below"), 0755);

      assertThat(store.deleteTree(tree)).isTrue();

      assertThat(store.deleteTree(tree)).isFalse();
      assertThat(StoreFiles.deleteTree(store, StorePath.of("/" + "n".repeat(250)))).isTrue();
    }
  }

  /** A store on the host's root, in whose table a real mount has another type. */
  private MountedStore openHost(String type) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/self/mountinfo"));
    String point = " " + SHARED_MEMORY + " ";
    assumeTrue(
        lines.stream().anyMatch(line -> line.contains(point)),
        "needs a file system mounted on " + SHARED_MEMORY);
    Path table = directory.resolve("mountinfo");
    lines.replaceAll(
        line -> line.contains(point) ? line.replaceFirst(" - \\S+ ", " - " + type + " ") : line);
    Files.write(table, lines);
    return MountedStoreTest.open(
        Path.of("/"), MountedStoreOptions.NONE.withMounts(MountTable.of(table)));
  }

  /** The directory's own path, by a link on another file system. */
  private StorePath linkTo(Path target) throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    assertThat(Files.getFileStore(link.getParent())).isNotEqualTo(Files.getFileStore(target));
    return StorePath.of(link.toString());
  }

  @Test
  void whatALinkLeadsToHasTheTypeOfItsOwnMount() throws IOException {
    Path shared = Files.createTempDirectory(SHARED_MEMORY, "situ");
    Path file = shared.resolve("sparse");
    try (MountedStore store = openHost("zfs")) {
      StorePath link = linkTo(shared);
      try (RandomAccessFile hole = new RandomAccessFile(file.toFile(), "rw")) {
        hole.setLength(1 << 20);
      }
      try (ReadHandle read = store.open(link.child("sparse"), ReadHandle.Options.DEFAULT)) {
        assertThat(read.nextData(0)).as("holes of ZFS are not believed").isZero();
      }
      Set<Capability> zfs = new FileSystemType("zfs").capabilities();
      assertThat(at(store, link.child("sparse").toString())).isEqualTo(zfs);
      assertThat(at(store, link.child("no").child("such").toString())).isEqualTo(zfs);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(shared);
    }
  }

  @Test
  void whatTheTypeBehindALinkCannotIsRefused() throws IOException {
    Path shared = Files.createTempDirectory(SHARED_MEMORY, "situ");
    Path file = Files.createFile(shared.resolve("log"));
    try (MountedStore store = openHost("nfs4")) {
      StorePath log = linkTo(shared).child("log");
      assertThatThrownBy(() -> store.append(log))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("a store on nfs4 cannot do this: APPEND");
    } finally {
      Files.delete(file);
      Files.delete(shared);
    }
  }

  @Test
  void aNewFileBehindALinkIsFlushedAsItsMountNeedsIt() throws IOException {
    Path shared = Files.createTempDirectory(SHARED_MEMORY, "situ");
    Path file = shared.resolve("log");
    try (MountedStore store = openHost("nfs4")) {
      StorePath log = linkTo(shared).child("log");
      try (WriteHandle write = store.create(log, WriteHandle.Options.EXCLUSIVE)) {
        assertThat(write).extracting("flushReachesServer").isEqualTo(true);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.delete(shared);
    }
  }

  @Test
  void whatIsNotDeclaredIsRefusedThereAndNotElsewhere() throws IOException {
    try (Store store = open(Quirks.NONE)) {
      store.createSymlink(StorePath.of("/link"), "target");
      assertThatThrownBy(() -> store.createSymlink(StorePath.of("/stick/link"), "target"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("a store on vfat cannot do this: SYMLINKS");
    }
  }

  @Test
  void whatADriverKnowsCountsForItsOwnMountOnly() throws IOException {
    try (Store store = open(new Quirks(Set.of(Capability.TRUNCATE), true, false))) {
      assertThat(at(store, "/f")).doesNotContain(Capability.TRUNCATE);
      assertThat(at(store, "/shared/f"))
          .contains(Capability.TRUNCATE)
          .doesNotContain(Capability.ATOMIC_NO_REPLACE);
    }
  }
}
