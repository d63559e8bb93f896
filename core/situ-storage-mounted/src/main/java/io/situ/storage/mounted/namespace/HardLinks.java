// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathWalker;
import io.situ.storage.mounted.path.StatxReader;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Second names of files: making and removing them, and what file systems answer to link(2). */
final class HardLinks {

  private static final int STICKY = 01000;

  private HardLinks() {}

  /** Gives a file a second name; returns 0 or the negative error number. */
  static int make(DirEntryRef from, DirEntryRef name) {
    return Syscalls.linkat(from.dir(), from.first(), name.dir(), name.second());
  }

  /** Removes a name of what is no directory; returns 0 or the negative error number. */
  static int unlink(DirEntryRef name) {
    return Syscalls.unlinkat(name.dir(), name.first(), 0);
  }

  /**
   * Whether this user could not remove a name of the object, which the thread's stat slot
   * describes, because the directory has the sticky bit and neither is the user's own.
   *
   * @param name which the object has, or is to get, in that directory
   */
  static boolean isBoundByStickyBit(DirEntryRef name) {
    ByteBuffer stat = NativeScratchBuffers.get().memory();
    int owner = StatxReader.owner(stat, 0);
    if (name.sibling(PathWalker.DOT).stat(0) < 0 || (StatxReader.mode(stat, 0) & STICKY) == 0) {
      return false;
    }
    int user = Syscalls.fileSystemUser();
    return owner != user && StatxReader.owner(stat, 0) != user;
  }

  /** Returns the number of names of what the thread's stat slot describes. */
  static long described() {
    return StatxReader.links(NativeScratchBuffers.get().memory(), 0);
  }

  /**
   * Whether an error of link(2) says that this file gets no second name: of another user's file
   * Linux makes none, and some file systems of several branches make them within a branch only.
   */
  static boolean isRefusal(int error) {
    return switch (-error) {
      case Errno.EPERM, Errno.EMLINK, Errno.EXDEV, Errno.ENOSYS, Errno.EOPNOTSUPP -> true;
      default -> false;
    };
  }

  /**
   * Looks at a name that link(2) has made: whether it is a symbolic link, as {@link #isSymbolic},
   * and not a second name of one.
   */
  static boolean isSymbolicOnly(DirEntryRef link, DirEntryRef target) {
    return link.stat(Libc.AT_STATX_FORCE_SYNC) == 0
        && isSymbolic(link, target)
        && !FileId.described().has(target);
  }

  /**
   * Whether what the thread's stat slot describes is a symbolic link that was made in place of a
   * second name, as BeeGFS and mergerfs can be set to do: its text ends with the last name of
   * {@code target}.
   */
  static boolean isSymbolic(DirEntryRef link, DirEntryRef target) {
    if (StatxReader.type(NativeScratchBuffers.get()) != Libc.S_IFLNK) {
      return false;
    }
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
