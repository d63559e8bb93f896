// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.HeldDirectories;
import io.situ.storage.StorePath;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The directories that a walk listed last and that have others in them, held by descriptors, so
 * that a directory in one of them is opened by its name alone. Thread-safe.
 */
final class RecentDirectoryCache implements HeldDirectories.Holder {

  private static final int MAX_HELD = 64;

  /** Returned where the directory above is not held. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  private final boolean oldCalls;

  /** In the order of use, the one that was used longest ago first. */
  private final Map<StorePath, Descriptor> held = new LinkedHashMap<>(16, 0.75f, true);

  private boolean released;

  RecentDirectoryCache(boolean oldCalls) {
    this.oldCalls = oldCalls;
  }

  /**
   * Opens a directory for reading, if the one above it is held.
   *
   * @return a descriptor, {@link #UNKNOWN}, or the negative error number; ELOOP for a link
   */
  int open(StorePath path) {
    Descriptor above = path.isRoot() ? null : find(path.parent().orElseThrow());
    int fd = above == null ? -1 : above.acquire();
    if (fd < 0) {
      return UNKNOWN;
    }
    try {
      int flags = Libc.O_RDONLY | Libc.O_DIRECTORY;
      return NoFollowOpener.open(fd, StorePath.encode(path.name()), 0, flags, oldCalls);
    } finally {
      above.release();
    }
  }

  private synchronized Descriptor find(StorePath path) {
    return held.get(path);
  }

  /**
   * Holds a directory.
   *
   * @param fd closed with this
   */
  synchronized void add(StorePath path, int fd) {
    Descriptor before = held.put(path, new Descriptor(fd));
    if (before != null) {
      before.close();
    }
    if (released) {
      release();
    } else if (held.size() > MAX_HELD) {
      StorePath eldest = held.keySet().iterator().next();
      held.remove(eldest).close();
    }
  }

  @Override
  public synchronized void release() {
    released = true;
    held.values().forEach(Descriptor::close);
    held.clear();
  }
}
