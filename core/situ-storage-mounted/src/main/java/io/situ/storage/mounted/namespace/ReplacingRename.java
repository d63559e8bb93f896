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
   * Returns 0 or the negative error number.
   *
   * @throws HiddenNameException if a file that is not removed has lost the old name
   */
  final int run() throws HiddenNameException {
    boolean known = resends && remember(from);
    int error = rename();
    if (error == -Errno.ENOENT && known) {
      return isGone(from) && file.has(to) ? 0 : error;
    }
    return error < 0 ? error : removeOtherName();
  }

  /** Makes the system call. */
  int rename() {
    return Syscalls.renameat(from.dir(), from.first(), to.dir(), to.second());
  }

  /**
   * Removes the old name where the system has left it, because both are names of one file by hard
   * links. The name is moved aside first: it is removed only once nothing but a name of that file
   * can be removed, and while the file has its new name.
   */
  private int removeOtherName() throws HiddenNameException {
    if (!remember(from) || !hasOtherNames() || !file.has(to) || isSameEntry()) {
      return 0;
    }
    remember(from);
    DirEntryRef aside = from.sibling(TempFileName.unique());
    int error = Syscalls.renameat(from.dir(), from.first(), aside.dir(), aside.second());
    if (error < 0) {
      return error == -Errno.ENOENT ? 0 : error;
    }
    if (file.has(aside) && file.has(to)) {
      error = Syscalls.unlinkat(aside.dir(), aside.first(), 0);
      if (error == 0 || !file.has(aside)) {
        return 0;
      }
    }
    AsideName.putBack(aside, from);
    return error;
  }

  private static boolean hasOtherNames() {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    return StatxReader.type(scratch) != Libc.S_IFDIR && StatxReader.links(scratch.memory(), 0) > 1;
  }

  /** Whether both paths lead to one entry of one directory. */
  private boolean isSameEntry() {
    return Arrays.equals(from.lastName(), to.lastName())
        && remember(from.sibling(PathWalker.DOT))
        && file.has(to.sibling(PathWalker.DOT));
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
