// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.listing.StatThreads;
import io.situ.storage.mounted.namespace.FileSystemType;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a driver knows of its file system, and what tests set so as to meet other systems than the
 * one they run on.
 *
 * @param type what to take the mount's type for
 * @param oldCalls do without the calls that old kernels lack
 * @param helpers who describes large directories
 * @param quirks in what the mounted file system differs
 * @param mounts what is mounted on this host
 */
record MountedStoreOptions(
    Optional<FileSystemType> type,
    boolean oldCalls,
    Optional<StatThreads> helpers,
    Function<Mount, Quirks> quirks,
    MountTable mounts) {

  /** Everything as it is. */
  static final MountedStoreOptions NONE =
      new MountedStoreOptions(Optional.empty(), false, Optional.empty());

  private static final class SystemMounts {
    private static final MountTable TABLE = MountTable.ofSystem();
  }

  MountedStoreOptions(
      Optional<FileSystemType> type, boolean oldCalls, Optional<StatThreads> helpers) {
    this(type, oldCalls, helpers, mount -> Quirks.NONE, SystemMounts.TABLE);
  }

  /** What the type of the file system on {@code mount} is taken for. */
  FileSystemType typeOf(Mount mount) {
    return type.orElse(new FileSystemType(mount.type()));
  }

  MountedStoreOptions withQuirks(Function<Mount, Quirks> known) {
    return new MountedStoreOptions(type, oldCalls, helpers, known, mounts);
  }

  MountedStoreOptions withMounts(MountTable table) {
    return new MountedStoreOptions(type, oldCalls, helpers, quirks, table);
  }
}
