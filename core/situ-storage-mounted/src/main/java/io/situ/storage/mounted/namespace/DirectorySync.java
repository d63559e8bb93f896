// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_RDONLY;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.PathWalker;

/** Makes the names in a directory survive a power cut. */
final class DirectorySync {

  private DirectorySync() {}

  /**
   * Syncs a directory. One that this user may write and not read cannot be opened for that: then
   * all of its file system is synced. A file system that does not sync directories keeps names by
   * its own rules, and there is nothing to do.
   *
   * @param directory its descriptor, perhaps a mere O_PATH one
   * @param file an open file of the same file system
   * @return 0 or the negative error number
   */
  static int sync(int directory, int file) {
    int fd =
        Syscalls.openat(
            directory, NativeScratchBuffers.get().first(PathWalker.DOT), O_RDONLY | O_DIRECTORY, 0);
    if (fd == -Errno.EACCES) {
      return Syscalls.syncfs(file);
    }
    if (fd < 0) {
      return fd;
    }
    int error = Syscalls.fsync(fd);
    Syscalls.close(fd);
    return isUnsupported(error) ? 0 : error;
  }

  /** Whether fsync(2) said that this kind of object cannot be synced. */
  static boolean isUnsupported(int error) {
    return error == -Errno.EINVAL || error == -Errno.ENOSYS || error == -Errno.EOPNOTSUPP;
  }
}
