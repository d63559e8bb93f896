// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the roots of mounts report, as {@code ceph-fuse} and the kernel's client do. */
final class FileSystemIdTest {

  private static final String CLUSTER = "6f3f8a5e-28a7-4b7c-93c7-3cf09cb1a0ab";
  private static final long ROOT = 1;
  private static final long FIRST_DIRECTORY = 0x100_0000_0000L;

  private final Map<String, String> attributes = new HashMap<>();

  private Optional<String> id(String cluster, String pool, long inode) throws StoreException {
    attributes.put("ceph.cluster_fsid", cluster);
    attributes.put("ceph.dir.layout.pool", pool);
    VirtualXattrs root =
        (path, name) -> {
          String value = attributes.get(name);
          if (!path.isRoot() || value == null) {
            throw new StoreException(Kind.NO_ATTRIBUTE, path, "no attribute " + name);
          }
          return value.getBytes(StandardCharsets.UTF_8);
        };
    return FileSystemId.of(inode, root);
  }

  @Test
  void fileSystemsOfOneClusterAndOfTwoAreDistinguished() throws StoreException {
    Optional<String> one = id(CLUSTER, "cephfs_data", ROOT);

    assertThat(one).contains("ceph:" + CLUSTER + ":cephfs_data");
    assertThat(id(CLUSTER, "cephfs_data", ROOT)).isEqualTo(one);
    assertThat(id(CLUSTER, "other_data", ROOT)).isPresent().isNotEqualTo(one);
    assertThat(id(CLUSTER.replace('6', '7'), "cephfs_data", ROOT)).isPresent().isNotEqualTo(one);
  }

  /** Of {@code ceph-fuse} it has the number of a root too, and names no pool. */
  @Test
  void ofAMountedDirectoryNothingIsKnown() throws StoreException {
    assertThat(id(CLUSTER, "cephfs_data", FIRST_DIRECTORY)).isEmpty();
    assertThatThrownBy(() -> id(CLUSTER, null, ROOT)).isInstanceOf(StoreException.class);
  }

  @Test
  void aClientThatDoesNotReportItsClusterIsNotTakenForAnother() {
    assertThatThrownBy(() -> id(null, "cephfs_data", ROOT)).isInstanceOf(StoreException.class);
  }

  @Test
  void ofWhatIsNoCephFsNothingIsKnown(@TempDir Path directory) throws Exception {
    StoreConfig config = new StoreConfig("s", Map.of("root", directory.toString()));
    try (MountedStore store = MountedStore.open(config, "ceph", Placement.NONE)) {
      assertThat(FileSystemId.of(store)).isEmpty();
    }
  }
}
