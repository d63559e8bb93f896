// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.util.RecentDirectories;
import java.util.Optional;

/** Directories of a walk that are held by descriptors. Thread-safe. */
public final class RecentDirectoryCache extends RecentDirectories<Integer> {

  private static final int MAX_HELD = 64;

  private final boolean oldCalls;

  RecentDirectoryCache(boolean oldCalls) {
    super(MAX_HELD, Syscalls::close);
    this.oldCalls = oldCalls;
  }

  /**
   * Opens a directory for reading, if the one above it is held.
   *
   * @return a descriptor, or the negative error number, ELOOP for a link; empty if that is not held
   */
  Optional<Integer> open(StorePath path) {
    int flags = Libc.O_RDONLY | Libc.O_DIRECTORY;
    return inParent(path, (fd, name) -> NoFollowOpener.open(fd, name, 0, flags, oldCalls));
  }
}
