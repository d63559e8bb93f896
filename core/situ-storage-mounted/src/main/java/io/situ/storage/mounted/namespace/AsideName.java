// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;
import org.slf4j.LoggerFactory;

/** Gives what was moved aside for a moment its name again. */
final class AsideName {

  /** Makes a second name, as {@link HardLinks#make}. */
  @FunctionalInterface
  interface Link {
    int make(DirEntryRef from, DirEntryRef name);
  }

  private AsideName() {}

  /**
   * Gives what was moved aside its name again, unless something else has got that meanwhile:
   * nothing is replaced, and nothing is removed that has no other name. Where it gets no second
   * name, the name is claimed by an empty object and that replaced. Others may take the name as
   * soon as it is back: then only the hidden one is removed.
   *
   * @throws HiddenNameException if it keeps the hidden name, or is not found under it
   */
  static void putBack(DirEntryRef aside, DirEntryRef from) throws HiddenNameException {
    putBack(aside, from, HardLinks::make);
  }

  static void putBack(DirEntryRef aside, DirEntryRef from, Link link) throws HiddenNameException {
    int error = restore(aside, from, link);
    if (error < 0) {
      throw new HiddenNameException(aside.lastName(), error);
    }
  }

  /** Logs what a rename that was made could not put back. */
  static void warn(HiddenNameException hidden, DirEntryRef from, DirEntryRef to) {
    LoggerFactory.getLogger(AsideName.class)
        .warn("'{}' was renamed; {}", name(from), hidden.reason(name(to)));
  }

  private static String name(DirEntryRef place) {
    byte[] name = place.lastName();
    return StorePath.decode(name);
  }

  private static int restore(DirEntryRef aside, DirEntryRef from, Link link)
      throws HiddenNameException {
    int error = aside.stat(Libc.AT_STATX_FORCE_SYNC);
    if (error < 0) {
      return error;
    }
    if (StatxReader.type(NativeScratchBuffers.get()) == Libc.S_IFDIR) {
      return replaceClaim(aside, from);
    }
    FileId moved = FileId.described();
    error = link.make(aside, from);
    if (error == 0) {
      error = settleLink(moved, aside, from);
    } else if (error == -Errno.EEXIST && moved.has(from)) {
      error = 0;
    }
    if (HardLinks.isRefusal(error)) {
      return replaceClaim(aside, from);
    }
    return error < 0 ? error : HardLinks.unlink(aside);
  }

  private static int replaceClaim(DirEntryRef aside, DirEntryRef from) throws HiddenNameException {
    return PlaceholderRename.rename(
        aside,
        from,
        (old, claim) -> Syscalls.renameat(old.dir(), old.first(), claim.dir(), claim.second()));
  }

  /**
   * Looks at the name that link(2) has given back.
   *
   * @return 0 if the hidden name is to be removed, or the negative error number
   */
  private static int settleLink(FileId moved, DirEntryRef aside, DirEntryRef from) {
    int look = moved.look(from);
    if (look == FileId.OTHER && HardLinks.isSymbolic(from, aside)) {
      int error = HardLinks.unlink(from);
      return error < 0 ? error : -Errno.EOPNOTSUPP;
    }
    if (look != FileId.OTHER && look != -Errno.ENOENT) {
      return look;
    }
    if (moved.has(aside) && HardLinks.described() > 1) {
      return 0;
    }
    return look == FileId.OTHER ? -Errno.EEXIST : look;
  }
}
