// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
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
record Tuning(
    Optional<FileSystemType> type,
    boolean oldCalls,
    Optional<Helpers> helpers,
    Function<Mount, Quirks> quirks,
    MountTable mounts) {

  /** Everything as it is. */
  static final Tuning NONE = new Tuning(Optional.empty(), false, Optional.empty());

  private static final class SystemMounts {
    private static final MountTable TABLE = MountTable.ofSystem();
  }

  Tuning(Optional<FileSystemType> type, boolean oldCalls, Optional<Helpers> helpers) {
    this(type, oldCalls, helpers, mount -> Quirks.NONE, SystemMounts.TABLE);
  }

  /** What the type of the file system on {@code mount} is taken for. */
  FileSystemType typeOf(Mount mount) {
    return type.orElse(new FileSystemType(mount.type()));
  }

  Tuning withQuirks(Function<Mount, Quirks> known) {
    return new Tuning(type, oldCalls, helpers, known, mounts);
  }

  Tuning withMounts(MountTable table) {
    return new Tuning(type, oldCalls, helpers, quirks, table);
  }
}
