// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import io.situ.driver.ceph.cephfs.layout.CephPlacement;
import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which CephFS a mount shows, the same for each client: its cluster, and the pool for data that its
 * root names, which is in no other file system of the cluster. A mount reports no more: {@code
 * ceph-fuse} has one name for all that it mounts, and the inode number 1 for each top, that of a
 * mounted directory too. Such a directory names no pool, unless it was given a layout of its own.
 */
final class FileSystemId {

  private static final Logger LOG = LoggerFactory.getLogger(FileSystemId.class);
  private static final String POOL = "ceph.dir.layout.pool";
  private static final long ROOT_INODE = 1;

  private FileSystemId() {}

  /** Asks at the mount's point; empty where only a directory of a file system is mounted. */
  static Optional<String> of(MountedStore store) {
    String point = store.mount().point().toString();
    StoreConfig config = new StoreConfig("", Map.of(StoreConfig.ROOT.name(), point));
    try (MountedStore top = MountedStore.open(config, store.info().driver(), Placement.NONE)) {
      return top.mount().id() == store.mount().id()
          ? of(top.stat(StorePath.ROOT, true).version().identity(), top::xattr)
          : Optional.empty();
    } catch (StoreException e) {
      LOG.debug("{} does not report which file system it is", point, e);
      return Optional.empty();
    }
  }

  /**
   * @param inode number of what is mounted
   * @param attributes those of what is mounted
   */
  static Optional<String> of(long inode, VirtualXattrs attributes) throws StoreException {
    return (inode & CephPlacement.INODE) == ROOT_INODE
        ? Optional.of(
            "ceph:" + text(attributes, VirtualXattrs.CLUSTER) + ":" + text(attributes, POOL))
        : Optional.empty();
  }

  private static String text(VirtualXattrs attributes, String name) throws StoreException {
    return new String(attributes.xattr(StorePath.ROOT, name), StandardCharsets.UTF_8).trim();
  }
}
