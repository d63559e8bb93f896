package io.situ.hadoop.fs;

import io.situ.storage.Capability;
import java.util.Optional;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;

/** What a store can do, by the names Hadoop's callers ask for. */
final class Capabilities {

  private final OpenStore at;

  Capabilities(OpenStore at) {
    this.at = at;
  }

  /**
   * @param name in lower case
   * @return empty for a name that says nothing about the store
   */
  Optional<Boolean> has(String name) {
    return switch (name) {
      case CommonPathCapabilities.FS_APPEND -> Optional.of(at.can(Capability.APPEND));
      case CommonPathCapabilities.FS_TRUNCATE -> Optional.of(at.can(Capability.TRUNCATE));
      case CommonPathCapabilities.FS_XATTRS, CommonPathCapabilities.FS_ACLS ->
          Optional.of(at.can(Capability.XATTRS));
      case CommonPathCapabilities.FS_PERMISSIONS -> Optional.of(at.can(Capability.PERMISSIONS));
      case CommonPathCapabilities.FS_SYMLINKS ->
          Optional.of(at.can(Capability.SYMLINKS) && FileSystem.areSymlinksEnabled());
      case CommonPathCapabilities.FS_PATHHANDLES,
          CommonPathCapabilities.ETAGS_AVAILABLE,
          CommonPathCapabilities.FS_CHECKSUMS,
          CommonPathCapabilities.FS_MULTIPART_UPLOADER,
          CommonPathCapabilities.BULK_DELETE ->
          Optional.of(true);
      case CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS ->
          Optional.of(!at.can(Capability.PLACEMENT));
      case CommonPathCapabilities.FS_CONCAT,
          CommonPathCapabilities.FS_SNAPSHOTS,
          CommonPathCapabilities.FS_STORAGEPOLICY,
          CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME ->
          Optional.of(false);
      default -> Optional.empty();
    };
  }
}
