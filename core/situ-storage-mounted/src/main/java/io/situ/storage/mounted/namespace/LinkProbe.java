// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathWalker;
import io.situ.storage.mounted.path.StatxReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;

/**
 * Finds out on which devices a second name of a file is seen to be one. Some file systems show
 * another inode number for each name, as those of FUSE do that give none of their own, or make a
 * symbolic link. What has a name that others know could not be distinguished there from what they
 * put there. Thread-safe.
 */
class LinkProbe {

  private static final int OWNER_ONLY = 0600;

  private final Set<Long> devices = ConcurrentHashMap.newKeySet();

  /**
   * Returns whether the device shows one inode number for all names of a file, and counts them.
   * Where that is not known yet, an empty file is made beside the one that is to be renamed, gets a
   * second name, and loses both again. Another user's file could not lose it in a directory with
   * the sticky bit, and in the directory of the new name it may be that nothing can be removed.
   *
   * @param from the file that is to be renamed
   * @param device on which it lies
   * @return false also if this cannot be found out
   */
  final boolean passes(DirEntryRef from, long device) {
    if (devices.contains(device)) {
      return true;
    }
    DirEntryRef first = from.sibling(TempFileName.unique());
    if (isAppendOnly(from) || create(first) < 0) {
      return false;
    }
    DirEntryRef second = from.sibling(TempFileName.unique());
    boolean passed = isSeen(first, second);
    passed = remove(second) && passed;
    passed = remove(first) && passed;
    if (passed) {
      devices.add(device);
    }
    return passed;
  }

  private static boolean isAppendOnly(DirEntryRef from) {
    return from.sibling(PathWalker.DOT).stat(0) == 0
        && StatxReader.isAppendOnly(NativeScratchBuffers.get().memory(), 0);
  }

  /** Returns 0 or more, also where the answer to a first request was lost, or a negative error. */
  private static int create(DirEntryRef name) {
    int flags = Libc.O_WRONLY | Libc.O_CREAT | Libc.O_EXCL | Libc.O_NOFOLLOW;
    int fd = Syscalls.openat(name.dir(), name.first(), flags, OWNER_ONLY);
    if (fd >= 0) {
      Syscalls.close(fd);
    }
    return fd == -Errno.EEXIST ? 0 : fd;
  }

  private boolean isSeen(DirEntryRef first, DirEntryRef second) {
    int error = link(first, second);
    boolean made = error >= 0 || error == -Errno.EEXIST;
    if (!made || second.stat(Libc.AT_STATX_FORCE_SYNC) < 0) {
      return false;
    }
    FileId shown = FileId.described();
    return describedNames() > 1 && shown.has(first);
  }

  private boolean remove(DirEntryRef name) {
    int error = unlink(name);
    if (error < 0 && error != -Errno.ENOENT) {
      LoggerFactory.getLogger(LinkProbe.class)
          .warn(
              "'{}' is an empty file that was made to see what this file system can do, and could"
                  + " not be removed (error {}): remove it by hand",
              new String(name.lastName(), StandardCharsets.US_ASCII),
              -error);
      return false;
    }
    return true;
  }

  /** Gives a file a second name. */
  int link(DirEntryRef first, DirEntryRef second) {
    return HardLinks.make(first, second);
  }

  int unlink(DirEntryRef name) {
    return HardLinks.unlink(name);
  }

  /** Returns the number of names of what the thread's stat slot describes. */
  long describedNames() {
    return HardLinks.described();
  }
}
