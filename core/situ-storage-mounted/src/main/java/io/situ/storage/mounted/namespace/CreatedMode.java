// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.StatxReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The mode of an object that was just created: what was asked for, without what the place takes
 * away.
 *
 * <p>Permission bits that only the umask of this process took are given back. Those that a default
 * access list of the parent, or a rule of the file system, took stay away. Special bits, which the
 * system never gives to a new object, are always set as asked for.
 */
final class CreatedMode {

  private static final int PERMISSIONS = 0777;
  private static final byte[] DEFAULT_LIST =
      "system.posix_acl_default".getBytes(StandardCharsets.US_ASCII);

  /** All permissions where the system does not say. */
  private static final int UMASK = readUmask(Path.of("/proc/self/status"));

  private CreatedMode() {}

  /**
   * Sets the mode of a new object where it is not yet right.
   *
   * @param fd the object, whose description is in the thread's stat slot
   * @param mode what was asked for
   * @param inheriting descriptor of a directory that has the parent's default list: the parent, or
   *     the new directory itself
   * @return 0 or the negative error number
   */
  static int settle(int fd, int mode, int inheriting, FileSystemType type) {
    int has = StatxReader.mode(NativeScratchBuffers.get().memory(), 0);
    int taken = mode & ~has & PERMISSIONS;
    int wanted = (has & mode) | (mode & ~PERMISSIONS);
    if (taken != 0 && (taken & ~UMASK) == 0 && !mayHaveDefaultList(inheriting, type)) {
      wanted |= taken;
    }
    return wanted == has ? 0 : Syscalls.chmod(fd, wanted);
  }

  private static boolean mayHaveDefaultList(int directory, FileSystemType type) {
    int length = Syscalls.getxattr(directory, NativeScratchBuffers.get().first(DEFAULT_LIST), 0, 0);
    if (length == -Errno.EOPNOTSUPP || length == -Errno.ENOSYS) {
      return type.mayHideAccessLists();
    }
    return length != -Errno.ENODATA;
  }

  /** The umask that {@code status}, of proc(5), shows. */
  static int readUmask(Path status) {
    try {
      for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("Umask:")) {
          return Integer.parseInt(line.substring("Umask:".length()).strip(), 8) & PERMISSIONS;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return PERMISSIONS;
    }
    return PERMISSIONS;
  }
}
