// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;

/** Gives what was moved aside for a moment its name again. */
final class AsideName {

  private AsideName() {}

  /**
   * Gives what was moved aside its name again, unless something else has got that meanwhile:
   * nothing is replaced, and nothing is removed that has no other name.
   *
   * @throws HiddenNameException if it keeps the hidden name, or is not found under it
   */
  static void putBack(DirEntryRef aside, DirEntryRef from) throws HiddenNameException {
    int error = restore(aside, from);
    if (error < 0) {
      throw new HiddenNameException(aside.lastName(), error);
    }
  }

  private static int restore(DirEntryRef aside, DirEntryRef from) throws HiddenNameException {
    int error = aside.stat(Libc.AT_STATX_FORCE_SYNC);
    if (error < 0) {
      return error;
    }
    if (StatxReader.type(NativeScratchBuffers.get()) == Libc.S_IFDIR) {
      return PlaceholderRename.rename(
          aside,
          from,
          (old, claim) -> Syscalls.renameat(old.dir(), old.first(), claim.dir(), claim.second()));
    }
    FileId moved = FileId.described();
    error = Syscalls.linkat(aside.dir(), aside.first(), from.dir(), from.second());
    if (error == 0) {
      error = moved.settleLink(aside, from);
    } else if (error == -Errno.EEXIST && moved.has(from)) {
      error = 0;
    }
    return error < 0 ? error : Syscalls.unlinkat(aside.dir(), aside.first(), 0);
  }
}
