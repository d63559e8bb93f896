// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import java.util.Arrays;

/** One replacing rename. Not thread-safe. */
class Replacement {

  private final Place from;
  private final Place to;
  private final boolean resends;
  private long device;
  private long inode;

  /**
   * @param resends see {@link FileSystemType#resendsRequests}
   */
  Replacement(Place from, Place to, boolean resends) {
    this.from = from;
    this.to = to;
    this.resends = resends;
  }

  /** Returns 0 or the negative error number. */
  final int run() {
    boolean known = resends && remember(from);
    int error = rename();
    if (error == -Errno.ENOENT && known) {
      return isGone(from) && isRemembered(to) ? 0 : error;
    }
    return error < 0 ? error : removeOtherName();
  }

  /** Makes the system call. */
  int rename() {
    return Sys.renameat(from.dir(), from.first(), to.dir(), to.second());
  }

  /**
   * Removes the old name where the system has left it, because both are names of one file by hard
   * links. The name is moved aside first: it is removed only once nothing but a name of that file
   * can be removed, and while the file has its new name.
   */
  private int removeOtherName() {
    if (!remember(from) || !hasOtherNames() || !isRemembered(to) || isSameEntry()) {
      return 0;
    }
    remember(from);
    Place aside = from.sibling(HiddenName.of(from.lastName()));
    int error = Sys.renameat(from.dir(), from.first(), aside.dir(), aside.second());
    if (error < 0) {
      return error == -Errno.ENOENT ? 0 : error;
    }
    if (isRemembered(aside) && isRemembered(to)) {
      return Sys.unlinkat(aside.dir(), aside.first(), 0);
    }
    return Sys.renameNoReplace(aside.dir(), aside.first(), from.dir(), from.second());
  }

  private static boolean hasOtherNames() {
    Scratch scratch = Scratch.get();
    return Stat.type(scratch) != Libc.S_IFDIR && Stat.links(scratch.memory(), 0) > 1;
  }

  /** Whether both paths lead to one entry of one directory. */
  private boolean isSameEntry() {
    return Arrays.equals(from.lastName(), to.lastName())
        && remember(from.sibling(Walk.DOT))
        && isRemembered(to.sibling(Walk.DOT));
  }

  private boolean remember(Place place) {
    int error = place.stat(0);
    device = Stat.device(Scratch.get().memory(), 0);
    inode = Stat.inode(Scratch.get().memory(), 0);
    return error == 0;
  }

  private static boolean isGone(Place place) {
    return place.stat(Libc.AT_STATX_FORCE_SYNC) == -Errno.ENOENT;
  }

  private boolean isRemembered(Place place) {
    return place.stat(Libc.AT_STATX_FORCE_SYNC) == 0
        && Stat.device(Scratch.get().memory(), 0) == device
        && Stat.inode(Scratch.get().memory(), 0) == inode;
  }
}
