// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;
import static io.situ.storage.mounted.nativelib.Libc.RESOLVE_NO_SYMLINKS;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;

/**
 * Opens what lies below a directory that is held, over directories alone: no symbolic link is
 * followed, neither on the way nor in the last place. The kernel resolves with {@code openat2}
 * where it has that, else each name is opened by itself.
 */
final class NoFollowOpener {

  private NoFollowOpener() {}

  /**
   * Opens a relative path.
   *
   * @param dir not closed
   * @param path from {@code from} on names with slashes between them, at least one
   * @param flags {@code O_PATH | O_NOFOLLOW} opens also a link that is in the last place, itself
   * @param oldCalls whether to do without {@code openat2}
   * @return a descriptor, or the negative error number; ELOOP where a link is met
   */
  static int open(int dir, byte[] path, int from, int flags, boolean oldCalls) {
    int here = dir;
    int at = from;
    while (at < path.length) {
      int end = oldCalls ? nextSlash(path, at) : pieceEnd(path, at);
      if (end <= at) {
        closeUnless(here, dir);
        return -Errno.ENAMETOOLONG;
      }
      boolean last = end == path.length;
      int next =
          step(here, path, new int[] {at, end}, last ? flags : O_PATH | O_DIRECTORY, oldCalls);
      closeUnless(here, dir);
      if (next < 0) {
        return next;
      }
      here = next;
      at = end + 1;
    }
    return here;
  }

  private static int step(int dir, byte[] path, int[] range, int flags, boolean oldCalls) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    long name = scratch.first(path, range[0], range[1]);
    if (!oldCalls) {
      int fd = Syscalls.openat2(dir, name, flags, RESOLVE_NO_SYMLINKS);
      boolean lacking = fd == -Errno.ENOSYS || fd == -Errno.EPERM;
      return lacking ? open(dir, path(path, range), 0, flags, true) : fd;
    }
    int fd = Syscalls.openat(dir, name, flags | O_NOFOLLOW, 0);
    return fd == -Errno.ENOTDIR && isLink(dir, name) ? -Errno.ELOOP : fd;
  }

  private static byte[] path(byte[] path, int[] range) {
    return java.util.Arrays.copyOfRange(path, range[0], range[1]);
  }

  private static boolean isLink(int dir, long name) {
    return Syscalls.statx(dir, name, Libc.AT_SYMLINK_NOFOLLOW) == 0
        && StatxReader.type(NativeScratchBuffers.get()) == Libc.S_IFLNK;
  }

  private static int nextSlash(byte[] path, int from) {
    int end = from;
    while (end < path.length && path[end] != '/') {
      end++;
    }
    return end;
  }

  /** The end of as many names as the kernel takes at once. */
  private static int pieceEnd(byte[] path, int from) {
    if (path.length - from < NativeScratchBuffers.PATH_MAX) {
      return path.length;
    }
    int end = from + NativeScratchBuffers.PATH_MAX - 1;
    while (end > from && path[end] != '/') {
      end--;
    }
    return end;
  }

  private static void closeUnless(int fd, int kept) {
    if (fd != kept) {
      Syscalls.close(fd);
    }
  }
}
