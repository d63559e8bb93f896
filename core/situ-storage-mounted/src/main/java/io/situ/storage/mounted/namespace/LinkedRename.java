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
 * that name meanwhile keeps it. Of callers that rename one file to several names, the one that
 * moves the first name aside succeeds. Not thread-safe.
 */
class LinkedRename {

  private final DirEntryRef from;
  private final DirEntryRef to;
  private final boolean resends;
  private FileId file;

  /**
   * @param resends see {@link FileSystemType#resendsRequests}
   */
  LinkedRename(DirEntryRef from, DirEntryRef to, boolean resends) {
    this.from = from;
    this.to = to;
    this.resends = resends;
  }

  /**
   * Returns 0 or the negative error number: {@code EOPNOTSUPP} if the file system does not give
   * this file a second name, and nothing has changed.
   *
   * @throws HiddenNameException if a file that is not removed has lost the first name
   */
  final int run() throws HiddenNameException {
    boolean free = resends && to.stat(Libc.AT_STATX_FORCE_SYNC) == -Errno.ENOENT;
    int error = from.stat(Libc.AT_STATX_FORCE_SYNC);
    if (error < 0) {
      return error;
    }
    file = FileId.described();
    long links = linksNow();
    error = link();
    if (error == -Errno.EEXIST && free && file.has(to) && linksNow() == links + 1) {
      error = 0;
    }
    if (error < 0) {
      return isRefusal(error) ? -Errno.EOPNOTSUPP : error;
    }
    error = file.settleLink(from, to);
    if (error < 0) {
      return error;
    }
    error = removeFirstName();
    return error < 0 ? settle(error) : 0;
  }

  /** Some file systems of several branches give second names within a branch only. */
  private static boolean isRefusal(int error) {
    return error == -Errno.EPERM || error == -Errno.EMLINK || error == -Errno.EXDEV;
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

  private int removeFirstName() throws HiddenNameException {
    DirEntryRef aside = from.sibling(TempFileName.unique());
    int error = moveAside(aside);
    if (!file.has(aside)) {
      if (error < 0) {
        return error;
      }
      AsideName.putBack(aside, from);
      return -Errno.ENOENT;
    }
    error = unlink(aside);
    if (error == 0 || !file.has(aside)) {
      return 0;
    }
    AsideName.putBack(aside, from);
    return error;
  }

  /**
   * Decides what to do where the first name could not be removed: the second one is removed only
   * while the file has another. If it is the last one, another caller has removed the first.
   */
  private int settle(int error) {
    boolean kept = file.has(from);
    if (!file.has(to)) {
      return error;
    }
    if (linksNow() > 1) {
      Syscalls.unlinkat(to.dir(), to.first(), 0);
      return error;
    }
    return kept ? error : 0;
  }

  private static long linksNow() {
    return StatxReader.links(NativeScratchBuffers.get().memory(), 0);
  }
}
