// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathWalker;
import io.situ.storage.mounted.path.StatxReader;
import java.util.Arrays;

/** One replacing rename. Not thread-safe. */
class ReplacingRename {

  /** So often the rename is made again. */
  private static final int MAX_SWAPS = 40;

  private static final int AGAIN = 1;

  private final DirEntryRef from;
  private final DirEntryRef to;
  private final boolean resends;
  private FileId file;

  /**
   * @param resends see {@link FileSystemType#resendsRequests}
   */
  ReplacingRename(DirEntryRef from, DirEntryRef to, boolean resends) {
    this.from = from;
    this.to = to;
    this.resends = resends;
  }

  /**
   * Returns 0 or the negative error number: {@code EBUSY} if others replace the new name again and
   * again.
   *
   * @throws HiddenNameException if the rename was not made, and a file that is not removed has lost
   *     the old name
   */
  final int run() throws HiddenNameException {
    for (int tries = 0; tries < MAX_SWAPS; tries++) {
      boolean known = resends && remember(from);
      int error = rename();
      if (error == -Errno.ENOENT && known) {
        return isGone(from) && file.has(to) ? 0 : error;
      }
      error = error < 0 ? error : removeOtherName();
      if (error != AGAIN) {
        return error;
      }
    }
    return -Errno.EBUSY;
  }

  /** Makes the system call. */
  int rename() {
    return move(to);
  }

  /** Gives what has the old name another one. */
  int moveAside(DirEntryRef aside) {
    return move(aside);
  }

  private int move(DirEntryRef name) {
    return Syscalls.renameat(from.dir(), from.first(), name.dir(), name.second());
  }

  /**
   * Removes the old name where the system has left it, because both are names of one file by hard
   * links. The name is moved aside first: it is removed only once nothing but a name of that file
   * can be removed, and while the file has a further one.
   *
   * @return 0, the negative error number, or {@link #AGAIN} if the old name is the only one of the
   *     file, because another has got the new one
   */
  private int removeOtherName() throws HiddenNameException {
    if (!remember(from) || !hasOtherNames()) {
      return 0;
    }
    int there = file.look(to);
    if (there != 0 || isSameEntry()) {
      return there == FileId.OTHER || there == -Errno.ENOENT ? 0 : there;
    }
    DirEntryRef aside = from.sibling(TempFileName.unique());
    int error = moveAside(aside);
    if (error < 0) {
      return error == -Errno.ENOENT ? 0 : error;
    }
    int look = file.look(aside);
    if (look != 0) {
      return keep(aside, look);
    }
    there = file.look(to);
    boolean known = there == 0 || there == FileId.OTHER || there == -Errno.ENOENT;
    if (known && (there == 0 || file.has(aside) && HardLinks.described() > 1)) {
      error = HardLinks.unlink(aside);
      look = error == 0 ? -Errno.ENOENT : file.look(aside);
      if (look == -Errno.ENOENT || look == FileId.OTHER) {
        return 0;
      }
      AsideName.putBack(aside, from);
      return error;
    }
    AsideName.putBack(aside, from);
    return known ? AGAIN : there;
  }

  /** Another file had the old name already, and keeps it: the rename was made. */
  private int keep(DirEntryRef aside, int look) throws HiddenNameException {
    try {
      AsideName.putBack(aside, from);
    } catch (HiddenNameException e) {
      if (look != FileId.OTHER) {
        throw e;
      }
      AsideName.warn(e, from, to);
    }
    return 0;
  }

  private static boolean hasOtherNames() {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    return StatxReader.type(scratch) != Libc.S_IFDIR && HardLinks.described() > 1;
  }

  /** Whether both paths lead to one entry of one directory. */
  private boolean isSameEntry() {
    return Arrays.equals(from.lastName(), to.lastName())
        && from.sibling(PathWalker.DOT).stat(0) == 0
        && FileId.described().has(to.sibling(PathWalker.DOT));
  }

  private boolean remember(DirEntryRef place) {
    int error = place.stat(0);
    file = FileId.described();
    return error == 0;
  }

  private static boolean isGone(DirEntryRef place) {
    return place.stat(Libc.AT_STATX_FORCE_SYNC) == -Errno.ENOENT;
  }
}
