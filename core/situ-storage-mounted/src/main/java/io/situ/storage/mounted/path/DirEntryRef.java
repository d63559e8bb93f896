// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.util.function.IntSupplier;

/**
 * A name in a directory that is held open: what the calls that change names work on, so that no one
 * can swap the directory for a link between the look and the act.
 */
public final class DirEntryRef implements AutoCloseable {

  private static final int MAX_LOOKS = 2;

  private final int dir;
  private final boolean owned;
  private final byte[] path;
  private final int from;

  /**
   * @param owned whether {@link #close} closes {@code dir}
   * @param from where in {@code path} the name starts; it reaches to the end
   */
  public DirEntryRef(int dir, boolean owned, byte[] path, int from) {
    this.dir = dir;
    this.owned = owned;
    this.path = path;
    this.from = from;
  }

  public int dir() {
    return dir;
  }

  /** The name's bytes. */
  public byte[] name() {
    return java.util.Arrays.copyOfRange(path, from, path.length);
  }

  /** The bytes behind the last slash of {@link #name}. */
  public byte[] lastName() {
    return java.util.Arrays.copyOfRange(path, lastFrom(), path.length);
  }

  private int lastFrom() {
    int at = path.length;
    while (at > from && path[at - 1] != '/') {
      at--;
    }
    return at;
  }

  /** The place of another name beside this one; for use while this place is open. */
  public DirEntryRef sibling(byte[] last) {
    int end = lastFrom();
    byte[] other = java.util.Arrays.copyOf(path, end + last.length);
    System.arraycopy(last, 0, other, end, last.length);
    return new DirEntryRef(dir, false, other, from);
  }

  /** The name's address in the thread's first path slot. */
  public long first() {
    return NativeScratchBuffers.get().first(path, from, path.length);
  }

  /** The name's address in the thread's second path slot. */
  public long second() {
    return NativeScratchBuffers.get().second(path, from, path.length);
  }

  /**
   * Opens the directory that has the name, links on the way to it followed, as a mere O_PATH
   * descriptor for the caller to close.
   *
   * @return the descriptor or the negative error number
   */
  public int openDirectory() {
    int end = lastFrom() - 1;
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    long name = end <= from ? scratch.first(PathWalker.DOT) : scratch.first(path, from, end);
    return Syscalls.openat(dir, name, Libc.O_PATH | Libc.O_DIRECTORY, 0);
  }

  /** Describes what has the name, links not followed, into the thread's stat slot. */
  public int stat(int flags) {
    return Syscalls.statx(dir, first(), Libc.AT_SYMLINK_NOFOLLOW | flags);
  }

  /**
   * Looks at a symbolic link that was just made, and once more where that fails with an I/O error:
   * OrangeFS's kernel client may answer the first look so, and each later one rightly. That first
   * answer is used up here, so that no caller meets it.
   *
   * @param made what making the link returned
   * @param look looks at the link; returns 0, or a negated {@code errno}
   * @return {@code made}: a link that was made is there, whatever the look says
   */
  public static int settleLink(int made, IntSupplier look) {
    int looks = 0;
    while (made >= 0 && looks < MAX_LOOKS && look.getAsInt() == -Errno.EIO) {
      looks++;
    }
    return made;
  }

  @Override
  public void close() {
    if (owned) {
      Syscalls.close(dir);
    }
  }
}
