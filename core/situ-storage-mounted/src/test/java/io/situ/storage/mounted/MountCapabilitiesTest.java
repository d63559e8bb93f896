// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.namespace.FileSystemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with mounts of other types below its root, as the mount table says. */
class MountCapabilitiesTest {

  @TempDir private Path directory;

  private MountedStore open(Quirks quirks) throws IOException {
    Path root = Files.createDirectories(directory.resolve("root")).toRealPath();
    Files.createDirectories(root.resolve("stick"));
    Files.createDirectories(root.resolve("shared"));
    Path table = directory.resolve("mountinfo");
    Files.write(
        table,
        List.of(
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / " + root + "/stick rw - vfat stick rw",
            "3 1 0:3 / " + root + "/shared rw - nfs4 server:/shared rw"));
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
