// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;
import static io.situ.storage.mounted.nativelib.Libc.O_RDONLY;
import static io.situ.storage.mounted.nativelib.Libc.RESOLVE_BENEATH;
import static io.situ.storage.mounted.nativelib.Libc.RESOLVE_NO_MAGICLINKS;

import io.situ.storage.StoreException;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.util.Optional;

/**
 * Opens paths from a root, links followed that do not lead out of it.
 *
 * <p>Below {@code /} there is no outside and the kernel resolves paths as for anybody. Below any
 * other root it resolves with {@code openat2} and {@code RESOLVE_BENEATH}; what that refuses as
 * leading out, and what a kernel or sandbox without {@code openat2} cannot do, is walked by hand
 * ({@link PathWalker}), which knows that an absolute link may lead back into the root. Paths longer
 * than the kernel takes are resolved in pieces. Thread-safe.
 */
final class BoundedOpener {

  private static final int RETRIES = 100;

  /** How many directories a walk by hand holds, each of which costs a descriptor. */
  private static final int MAX_HELD_BY_WALK = 16;

  private final byte[] rootPath;
  private final boolean bounded;
  private volatile boolean byHand;

  /**
   * @param rootPath where the root is, links resolved
   * @param byHand walk by hand from the start
   */
  BoundedOpener(byte[] rootPath, boolean byHand) {
    this.rootPath = rootPath;
    this.bounded = rootPath.length > 1;
    this.byHand = byHand;
  }

  /** Whether there is an outside that no path may lead to. */
  boolean isBounded() {
    return bounded;
  }

  /**
   * Opens a path.
   *
   * @param rootFd the root, not closed
   * @param path of the store, with its first slash
   * @return a descriptor, or the negative error number
   * @throws StoreException {@code PERMISSION_DENIED}, naming a link that is not followed, see
   *     {@link PathWalker}
   */
  int open(int rootFd, byte[] path, int flags) throws StoreException {
    int dir = rootFd;
    int from = 1;
    while (path.length - from >= NativeScratchBuffers.PATH_MAX) {
      int cut = lastSlash(path, from);
      if (cut < from) {
        closeUnless(dir, rootFd);
        return -Errno.ENAMETOOLONG;
      }
      int next = openPiece(dir, path, new int[] {from, cut}, O_PATH | O_DIRECTORY);
      closeUnless(dir, rootFd);
      if (next < 0) {
        return next == -Errno.EXDEV ? walk(rootFd, path, flags) : next;
      }
      dir = next;
      from = cut + 1;
    }
    int fd = openPiece(dir, path, new int[] {from, path.length}, flags);
    closeUnless(dir, rootFd);
    return fd == -Errno.EXDEV ? walk(rootFd, path, flags) : fd;
  }

  private static int lastSlash(byte[] path, int from) {
    int at = from + NativeScratchBuffers.PATH_MAX - 1;
    while (path[at] != '/') {
      at--;
    }
    return at;
  }

  private static void closeUnless(int fd, int kept) {
    if (fd != kept) {
      Syscalls.close(fd);
    }
  }

  private int openPiece(int dir, byte[] path, int[] range, int flags) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    boolean itself = range[0] >= range[1];
    long name = itself ? scratch.first(PathWalker.DOT) : scratch.first(path, range[0], range[1]);
    if (!bounded) {
      return Syscalls.openat(dir, name, flags, 0);
    }
    if (byHand) {
      return -Errno.EXDEV;
    }
    int fd;
    int tries = 0;
    do {
      fd = Syscalls.openat2(dir, name, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
    } while (fd == -Errno.EAGAIN && ++tries < RETRIES);
    if (fd == -Errno.ENOSYS || fd == -Errno.EPERM) {
      byHand = true;
    }
    boolean handWork = byHand || fd == -Errno.EAGAIN;
    return fd < 0 && handWork ? -Errno.EXDEV : fd;
  }

  private int walk(int rootFd, byte[] path, int flags) throws StoreException {
    boolean follow = (flags & O_NOFOLLOW) == 0;
    try (PathWalker<MountedObject> walk = walker(rootFd)) {
      int fd = walk.object(path, follow).detach();
      if ((flags & O_PATH) != 0) {
        return fd;
      }
      int real =
          Syscalls.openat(
              fd, NativeScratchBuffers.get().first(PathWalker.DOT), O_RDONLY | O_DIRECTORY, 0);
      Syscalls.close(fd);
      return real;
    } catch (ErrnoException e) {
      return -e.number();
    }
  }

  /** Begins a walk by hand, at the root; on the way it follows the links that the kernel does. */
  PathWalker<MountedObject> walker(int rootFd) throws ErrnoException {
    return new PathWalker<>(
        MountedObject.directory(rootFd), Optional.of(rootPath), MAX_HELD_BY_WALK, false);
  }
}
