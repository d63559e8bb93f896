// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;

/**
 * A no-replace rename of a file by a second name that is made exclusively, after which the first
 * one is removed. At no time is the file without a name. The first name is moved aside before: it
 * is removed only once nothing but a name of that file can be removed, and another file that got
 * that name meanwhile keeps it. Not thread-safe.
 */
class LinkedRename {

  private final DirEntryRef from;
  private final DirEntryRef to;
  private final boolean resends;
  private long device;
  private long inode;
  private long links;

  /**
   * @param resends see {@link FileSystemType#resendsRequests}
   */
  LinkedRename(DirEntryRef from, DirEntryRef to, boolean resends) {
    this.from = from;
    this.to = to;
    this.resends = resends;
  }

  /** Returns 0 or the negative error number. */
  final int run() {
    boolean free = resends && stat(to) == -Errno.ENOENT;
    int error = stat(from);
    if (error < 0) {
      return error;
    }
    device = StatxReader.device(NativeScratchBuffers.get().memory(), 0);
    inode = StatxReader.inode(NativeScratchBuffers.get().memory(), 0);
    links = StatxReader.links(NativeScratchBuffers.get().memory(), 0);
    error = link();
    if (error == -Errno.EEXIST && free && isFile(to) && linksNow() == links + 1) {
      error = 0;
    }
    if (error < 0) {
      boolean cannot = error == -Errno.EPERM || error == -Errno.EMLINK;
      return cannot ? -Errno.EOPNOTSUPP : error;
    }
    error = removeFirstName();
    return error < 0 ? settle(error) : 0;
  }

  /** Makes the second name. */
  int link() {
    return Syscalls.linkat(from.dir(), from.first(), to.dir(), to.second());
  }

  /** Gives what has the first name another one. */
  int moveAside(DirEntryRef aside) {
    return Syscalls.renameat(from.dir(), from.first(), aside.dir(), aside.second());
  }

  int unlink(DirEntryRef place) {
    return Syscalls.unlinkat(place.dir(), place.first(), 0);
  }

  private int removeFirstName() {
    DirEntryRef aside = from.sibling(TempFileName.unique());
    int error = moveAside(aside);
    if (!isFile(aside)) {
      return error < 0 ? error : putBack(aside, from);
    }
    error = unlink(aside);
    if (error == 0 || !isFile(aside)) {
      return 0;
    }
    putBack(aside, from);
    return error;
  }

  /** Gives what was moved aside its name again, unless something else has got that meanwhile. */
  static int putBack(DirEntryRef aside, DirEntryRef from) {
    int error = Syscalls.linkat(aside.dir(), aside.first(), from.dir(), from.second());
    return error == 0 || error == -Errno.EEXIST
        ? Syscalls.unlinkat(aside.dir(), aside.first(), 0)
        : Syscalls.renameat(aside.dir(), aside.first(), from.dir(), from.second());
  }

  /**
   * Decides what to do where the first name could not be removed: the second one is removed only
   * while the file has another.
   */
  private int settle(int error) {
    boolean kept = isFile(from);
    if (!kept && isFile(to) && linksNow() <= links) {
      return 0;
    }
    if (kept || isFile(to) && linksNow() > links) {
      Syscalls.unlinkat(to.dir(), to.first(), 0);
    }
    return error;
  }

  private static int stat(DirEntryRef place) {
    return place.stat(Libc.AT_STATX_FORCE_SYNC);
  }

  private boolean isFile(DirEntryRef place) {
    return stat(place) == 0
        && StatxReader.device(NativeScratchBuffers.get().memory(), 0) == device
        && StatxReader.inode(NativeScratchBuffers.get().memory(), 0) == inode;
  }

  private static long linksNow() {
    return StatxReader.links(NativeScratchBuffers.get().memory(), 0);
  }
}
