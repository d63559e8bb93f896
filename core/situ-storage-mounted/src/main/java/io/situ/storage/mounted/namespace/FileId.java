// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;
import java.util.Arrays;

/**
 * Which object of a host's file systems it is, by device and inode number. What has a name is asked
 * of the server, where there is one.
 */
record FileId(long device, long inode) {

  /** Returns that of what the thread's stat slot describes. */
  static FileId described() {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    return new FileId(
        StatxReader.device(scratch.memory(), 0), StatxReader.inode(scratch.memory(), 0));
  }

  /** Whether the object has this name, links not followed; describes it in the stat slot. */
  boolean has(DirEntryRef place) {
    return place.stat(Libc.AT_STATX_FORCE_SYNC) == 0 && equals(described());
  }

  /**
   * Looks at what link(2) has made where it returned 0: some file systems make a symbolic link, as
   * BeeGFS and mergerfs can be set to do, and that one is removed again.
   *
   * @param from a name of this object
   * @param to the name that was made
   * @return 0 if {@code to} is a name of this object; {@code EOPNOTSUPP}, negative, if it was a
   *     symbolic link; {@code EEXIST} if something else has it, which stays; or the negative error
   *     number of the look
   */
  int settleLink(DirEntryRef from, DirEntryRef to) {
    int error = to.stat(Libc.AT_STATX_FORCE_SYNC);
    if (error < 0 || equals(described())) {
      return error;
    }
    if (StatxReader.type(NativeScratchBuffers.get()) != Libc.S_IFLNK || !leadsTo(to, from)) {
      return -Errno.EEXIST;
    }
    error = Syscalls.unlinkat(to.dir(), to.first(), 0);
    return error < 0 ? error : -Errno.EOPNOTSUPP;
  }

  /** Whether the text of a symbolic link ends with the last name of {@code target}. */
  private static boolean leadsTo(DirEntryRef link, DirEntryRef target) {
    int length = Syscalls.readlinkat(link.dir(), link.first());
    if (length < 0) {
      return false;
    }
    byte[] text = NativeScratchBuffers.get().linkBytes(length);
    byte[] name = target.lastName();
    int at = text.length - name.length;
    return at >= 0
        && (at == 0 || text[at - 1] == '/')
        && Arrays.equals(text, at, text.length, name, 0, name.length);
  }
}
