// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;

/**
 * What is said where a server does not know a handle any more ({@code ESTALE}): what was found may
 * be removed, or the server may be another one since. Only a look at the names shows that. It is
 * one call for the whole path, because the kernel asks the server about all names of a path again
 * that it met such a handle on, and not about those behind a descriptor. Thread-safe.
 */
class StaleHandles {

  private final PathResolver resolver;

  StaleHandles(PathResolver resolver) {
    this.resolver = resolver;
  }

  /**
   * Looks at a path.
   *
   * @param followLink whether a link at its end is followed
   * @return 0 if something is there; {@code ENOENT} or {@code ENOTDIR}, negative, if nothing is; or
   *     another negative error number if that cannot be found out
   */
  int look(StorePath path, boolean followLink) {
    if (path.isRoot()) {
      return 0;
    }
    byte[] bytes = path.toBytes();
    int flags = Libc.AT_STATX_FORCE_SYNC | (followLink ? 0 : Libc.AT_SYMLINK_NOFOLLOW);
    try {
      int root = resolver.enter(path);
      try {
        return bytes.length <= NativeScratchBuffers.PATH_MAX
            ? Syscalls.statx(root, NativeScratchBuffers.get().first(bytes, 1, bytes.length), flags)
            : lookInPieces(root, path, flags);
      } finally {
        resolver.leave();
      }
    } catch (StoreException e) {
      return e.isNotFound() ? -Errno.ENOENT : -Errno.ESTALE;
    }
  }

  private int lookInPieces(int root, StorePath path, int flags) throws StoreException {
    try (DirEntryRef place = resolver.place(root, path)) {
      return Syscalls.statx(place.dir(), place.first(), flags);
    }
  }

  /**
   * As {@link #look}, but asks once more where nothing is there: GlusterFS answers one look in some
   * ten thousand so, for a name that is being replaced.
   */
  private int lookTwice(StorePath path, boolean followLink) {
    int look = look(path, followLink);
    return isGone(look) ? look(path, followLink) : look;
  }

  private static boolean isGone(int look) {
    return look == -Errno.ENOENT || look == -Errno.ENOTDIR;
  }

  /** Whether it is certain that nothing has a path. */
  boolean isGone(StorePath path) {
    return isGone(lookTwice(path, false));
  }

  /**
   * Returns what a call that failed says.
   *
   * @param named what must be there for the call to succeed
   * @param followLink whether a link at its end is followed
   * @return that {@code named} is not there, if the call met such a handle and that is certain;
   *     else {@code failure}
   */
  StoreException reason(StorePath named, boolean followLink, StoreException failure) {
    if (!Errno.isStale(failure)) {
      return failure;
    }
    int look = lookTwice(named, followLink);
    return isGone(look) ? PathResolver.failure(look, failure.path().orElse(named)) : failure;
  }

  /** As {@link #reason}, of a directory that was open. */
  StoreException forgotten(StorePath path) {
    int look = lookTwice(path, false);
    return isGone(look)
        ? PathResolver.failure(look, path)
        : new StoreException(
            Kind.UNAVAILABLE,
            path,
            "its server does not know the directory any more that was opened, as after a"
                + " failover or a new export: try again");
  }
}
