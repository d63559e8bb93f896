// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;

/**
 * A no-replace rename of a file by a second name that is made exclusively, after which the first
 * one is removed. At no time is the file without a name. The first name is moved aside before: it
 * is removed only once nothing but a name of that file can be removed, and another file that got
 * that name meanwhile keeps it. Of callers that rename one file to several names, the one that
 * moves the first name aside succeeds. Not thread-safe.
 *
 * <p>Others may do what they like with either name between any two calls. What then happens:
 *
 * <ul>
 *   <li>The new name is taken to another place as soon as it is made: the file has a further name,
 *       so the first one is removed, and the rename has succeeded.
 *   <li>The new name is removed, or replaced, and the file has no further one: the first name
 *       stays, and the rename fails.
 *   <li>The first name is replaced before the second is made: the other file gets the new name, as
 *       rename(2) would give it, and loses the first.
 *   <li>The first name is replaced, removed or renamed after that: what has it then keeps it. The
 *       rename has succeeded if the new name is the only one of the file; else another caller has
 *       renamed the file, the new name is removed, and the rename fails.
 * </ul>
 */
class LinkedRename {

  private final DirEntryRef from;
  private final DirEntryRef to;
  private final boolean resends;
  private final LinkProbe probe;
  private FileId file;

  LinkedRename(DirEntryRef from, DirEntryRef to, boolean resends) {
    this(from, to, resends, new LinkProbe());
  }

  /**
   * @param resends see {@link FileSystemType#resendsRequests}
   */
  LinkedRename(DirEntryRef from, DirEntryRef to, boolean resends, LinkProbe probe) {
    this.from = from;
    this.to = to;
    this.resends = resends;
    this.probe = probe;
  }

  /**
   * Returns 0 or the negative error number: {@code EOPNOTSUPP} if the file system does not give
   * this file a second name that is seen to be one, or one that could not be removed again, and
   * nothing has changed.
   *
   * @throws HiddenNameException if the rename was not made, and a file that is not removed has lost
   *     its name, or may have: then it keeps the new one
   */
  final int run() throws HiddenNameException {
    boolean free = resends && to.stat(Libc.AT_STATX_FORCE_SYNC) == -Errno.ENOENT;
    int error = from.stat(Libc.AT_STATX_FORCE_SYNC);
    if (error < 0) {
      return error;
    }
    file = FileId.described();
    long links = HardLinks.described();
    if (HardLinks.isBoundByStickyBit(to) || !probe.passes(from, file.device())) {
      return -Errno.EOPNOTSUPP;
    }
    error = link();
    if (error == -Errno.EEXIST && free && file.has(to) && HardLinks.described() == links + 1) {
      error = 0;
    }
    if (error < 0) {
      return HardLinks.isRefusal(error) ? -Errno.EOPNOTSUPP : error;
    }
    error = settleLink();
    return error < 0 ? error : removeFirstName();
  }

  /** Makes the second name. */
  int link() {
    return HardLinks.make(from, to);
  }

  /** Gives what has the first name another one. */
  int moveAside(DirEntryRef aside) {
    return Syscalls.renameat(from.dir(), from.first(), aside.dir(), aside.second());
  }

  int unlink(DirEntryRef place) {
    return HardLinks.unlink(place);
  }

  /**
   * Looks at what link(2) has made where it returned 0.
   *
   * @return 0 if the first name is to be removed; {@code EOPNOTSUPP} if it was a symbolic link,
   *     which is removed again; {@code EEXIST} if something else has the new name, which stays; or
   *     another negative error number
   */
  private int settleLink() {
    int look = file.look(to);
    if (look == 0) {
      return 0;
    }
    if (look < 0 && look != -Errno.ENOENT) {
      return settle(look);
    }
    FileId there = look == FileId.OTHER ? FileId.described() : null;
    if (there != null && HardLinks.isSymbolic(to, from)) {
      int error = HardLinks.unlink(to);
      return error < 0 ? error : -Errno.EOPNOTSUPP;
    }
    int first = from.stat(Libc.AT_STATX_FORCE_SYNC);
    if (first < 0) {
      return first;
    }
    FileId now = FileId.described();
    if (now.equals(there)) {
      file = now;
      return 0;
    }
    if (now.equals(file) && HardLinks.described() > 1) {
      return 0;
    }
    return there == null ? -Errno.ENOENT : -Errno.EEXIST;
  }

  private int removeFirstName() throws HiddenNameException {
    DirEntryRef aside = from.sibling(TempFileName.unique());
    int error = moveAside(aside);
    int look = file.look(aside);
    if (look != 0 && error >= 0) {
      return putBack(aside, -Errno.ENOENT, look == FileId.OTHER);
    }
    if (look != 0) {
      boolean kept = look == -Errno.ENOENT || look == FileId.OTHER || file.has(from);
      if (!kept) {
        throw new HiddenNameException(aside.lastName(), Errno.failure(error, null), false);
      }
      return settle(error);
    }
    if (HardLinks.described() == 1) {
      return putBack(aside, file.look(to) == FileId.OTHER ? -Errno.EEXIST : -Errno.ENOENT, false);
    }
    error = unlink(aside);
    if (error == 0) {
      return 0;
    }
    look = file.look(aside);
    return look == -Errno.ENOENT || look == FileId.OTHER ? 0 : putBack(aside, error, false);
  }

  /**
   * Gives what was moved aside the first name again, and decides what the rename has come to.
   *
   * @param error of the rename, if it has failed
   * @param another whether it is another file for sure
   */
  private int putBack(DirEntryRef aside, int error, boolean another) throws HiddenNameException {
    try {
      AsideName.putBack(aside, from);
    } catch (HiddenNameException e) {
      boolean done = another ? settle(error) == 0 : file.has(to);
      if (!done) {
        throw e;
      }
      AsideName.warn(e, from, to);
      return 0;
    }
    return settle(error);
  }

  /**
   * Decides what to do where the first name could not be removed: the second one is removed only
   * while the file has another. If it is the last one, another caller has removed the first.
   */
  private int settle(int error) {
    int kept = file.look(from);
    if (!file.has(to)) {
      return error;
    }
    if (HardLinks.described() > 1) {
      HardLinks.unlink(to);
      return error;
    }
    return kept == -Errno.ENOENT || kept == FileId.OTHER ? 0 : error;
  }
}
