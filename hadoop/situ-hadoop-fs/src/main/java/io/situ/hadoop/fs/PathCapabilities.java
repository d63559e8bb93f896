// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.util.Optional;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;

/** What can be done at a path, by the names Hadoop's callers ask for. */
final class PathCapabilities {

  private final Store store;
  private final StorePath path;

  PathCapabilities(Store store, StorePath path) {
    this.store = store;
    this.path = path;
  }

  /**
   * @param name in lower case
   * @return empty for a name that says nothing about the store
   */
  Optional<Boolean> has(String name) {
    return switch (name) {
      case CommonPathCapabilities.FS_APPEND -> Optional.of(can(Capability.APPEND));
      case CommonPathCapabilities.FS_TRUNCATE -> Optional.of(can(Capability.TRUNCATE));
      case CommonPathCapabilities.FS_XATTRS, CommonPathCapabilities.FS_ACLS ->
          Optional.of(can(Capability.XATTRS));
      case CommonPathCapabilities.FS_PERMISSIONS -> Optional.of(can(Capability.PERMISSIONS));
      case CommonPathCapabilities.FS_SYMLINKS ->
          Optional.of(can(Capability.SYMLINKS) && FileSystem.areSymlinksEnabled());
      case CommonPathCapabilities.ETAGS_AVAILABLE -> Optional.of(can(Capability.DISTINCT_VERSIONS));
      case CommonPathCapabilities.FS_PATHHANDLES,
          CommonPathCapabilities.FS_CHECKSUMS,
          CommonPathCapabilities.FS_MULTIPART_UPLOADER,
          CommonPathCapabilities.BULK_DELETE ->
          Optional.of(true);
      case CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS ->
          Optional.of(!can(Capability.PLACEMENT));
      case CommonPathCapabilities.FS_CONCAT,
          CommonPathCapabilities.FS_SNAPSHOTS,
          CommonPathCapabilities.FS_STORAGEPOLICY,
          CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME ->
          Optional.of(false);
      default -> Optional.empty();
    };
  }

  private boolean can(Capability capability) {
    return store.can(capability, path);
  }
}
