// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import static io.situ.storage.mounted.nativelib.Errno.EBUSY;
import static io.situ.storage.mounted.nativelib.Errno.EINTR;
import static io.situ.storage.mounted.nativelib.Libc.AT_EMPTY_PATH;
import static io.situ.storage.mounted.nativelib.Libc.AT_FDCWD;
import static io.situ.storage.mounted.nativelib.Libc.O_CLOEXEC;

import com.sun.jna.Native;

/**
 * System calls. Each returns what the call returned, or the negative error number; none throws. A
 * call that a signal cut short is made again.
 */
public final class Syscalls {

  /** Type, mode, links, owner, times, inode, size and mount: all that Situ asks statx for. */
  private static final int STATX_WANTED = 0x7ff | 0x800 | 0x1000;

  /** What is no user, so that setfsuid(2) only returns the present one. */
  private static final int NO_USER = -1;

  private Syscalls() {}

  private static long check(long result) {
    return result == -1 ? -Native.getLastError() : result;
  }

  public static int openat(int dir, long path, int flags, int mode) {
    long result;
    do {
      result = check(Libc.openat(dir, path, flags | O_CLOEXEC, mode));
    } while (result == -EINTR);
    return (int) result;
  }

  /** Opens beneath {@code dir} as {@code resolve} says; see {@code man 2 openat2}. */
  public static int openat2(int dir, long path, int flags, long resolve) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    scratch.memory().putLong(scratch.smallIndex(), flags | O_CLOEXEC);
    scratch.memory().putLong(scratch.smallIndex() + 8, 0);
    scratch.memory().putLong(scratch.smallIndex() + 16, resolve);
    long result;
    do {
      result = check(Libc.syscall(Libc.SYS_OPENAT2, dir, path, scratch.small(), 24));
    } while (result == -EINTR);
    return (int) result;
  }

  /** Opens again what {@code fd}, perhaps a mere O_PATH one, refers to. */
  public static int reopen(int fd, int flags) {
    return openat(AT_FDCWD, NativeScratchBuffers.get().fdPath(fd), flags, 0);
  }

  /**
   * Closes the descriptor; returns 0 for EINTR, because Linux has released the descriptor by then.
   */
  public static int close(int fd) {
    int result = (int) check(Libc.close(fd));
    return result == -EINTR ? 0 : result;
  }

  /**
   * Lets the descriptor {@code fd} stand for what {@code other} has open, in one step for all
   * threads; a call that is at work on it ends on what it stood for.
   *
   * @return 0 or more, or the negative error number
   */
  public static int replace(int fd, int other) {
    long result;
    do {
      result = check(Libc.dup3(other, fd, O_CLOEXEC));
    } while (result == -EINTR || result == -EBUSY);
    return (int) result;
  }

  /** Describes {@code path} in {@code dir} into the thread's stat slot. */
  public static int statx(int dir, long path, int flags) {
    return (int)
        check(
            Libc.syscall(
                Libc.SYS_STATX, dir, path, flags, STATX_WANTED, NativeScratchBuffers.get().stat()));
  }

  public static int fstat(int fd) {
    return statx(fd, NativeScratchBuffers.get().empty(), AT_EMPTY_PATH);
  }

  public static long pread(int fd, long buffer, long count, long offset) {
    long result;
    do {
      result = check(Libc.pread(fd, buffer, count, offset));
    } while (result == -EINTR);
    return result;
  }

  public static long write(int fd, long buffer, long count) {
    long result;
    do {
      result = check(Libc.write(fd, buffer, count));
    } while (result == -EINTR);
    return result;
  }

  /** Asks where the file's data begins, which no layer of a file system answers from memory. */
  public static int touch(int fd) {
    return (int) Math.min(0, check(Libc.lseek(fd, 0, Libc.SEEK_DATA)));
  }

  /** Returns where data begins at or behind {@code position}. */
  public static long seekData(int fd, long position) {
    return check(Libc.lseek(fd, position, Libc.SEEK_DATA));
  }

  public static int fadvise(int fd, int advice) {
    return -Libc.posix_fadvise(fd, 0, 0, advice);
  }

  public static int fsync(int fd) {
    return (int) check(Libc.fsync(fd));
  }

  /** Syncs the whole file system that {@code fd} lies on. */
  public static int syncfs(int fd) {
    return (int) check(Libc.syncfs(fd));
  }

  public static int fdatasync(int fd) {
    return (int) check(Libc.fdatasync(fd));
  }

  public static int ftruncate(int fd, long length) {
    long result;
    do {
      result = check(Libc.ftruncate(fd, length));
    } while (result == -EINTR);
    return (int) result;
  }

  public static int fstatfs(int fd, long buffer) {
    return (int) check(Libc.fstatfs(fd, buffer));
  }

  public static int chmod(int fd, int mode) {
    return (int) check(Libc.fchmodat(AT_FDCWD, NativeScratchBuffers.get().fdPath(fd), mode, 0));
  }

  public static int chown(int fd, int uid, int gid) {
    return (int) check(Libc.fchownat(AT_FDCWD, NativeScratchBuffers.get().fdPath(fd), uid, gid, 0));
  }

  public static int utimens(int fd, long times) {
    return (int) check(Libc.utimensat(AT_FDCWD, NativeScratchBuffers.get().fdPath(fd), times, 0));
  }

  public static int mkdirat(int dir, long path, int mode) {
    return (int) check(Libc.mkdirat(dir, path, mode));
  }

  public static int unlinkat(int dir, long path, int flags) {
    return (int) check(Libc.unlinkat(dir, path, flags));
  }

  public static int linkat(int fromDir, long from, int toDir, long to) {
    return (int) check(Libc.linkat(fromDir, from, toDir, to, 0));
  }

  public static int symlinkat(long target, int dir, long path) {
    return (int) check(Libc.symlinkat(target, dir, path));
  }

  public static int renameat(int fromDir, long from, int toDir, long to) {
    return (int) check(Libc.renameat(fromDir, from, toDir, to));
  }

  public static int renameNoReplace(int fromDir, long from, int toDir, long to) {
    return (int)
        check(Libc.syscall(Libc.SYS_RENAMEAT2, fromDir, from, toDir, to, Libc.RENAME_NOREPLACE));
  }

  /** Reads a link into the thread's link slot; an empty {@code path} means {@code dir} itself. */
  public static int readlinkat(int dir, long path) {
    return (int)
        check(
            Libc.readlinkat(
                dir, path, NativeScratchBuffers.get().link(), NativeScratchBuffers.LINK_ROOM));
  }

  /** Returns the user that the thread's access to files is checked for. */
  public static int fileSystemUser() {
    return Libc.setfsuid(NO_USER);
  }

  public static int getdents64(int fd, long buffer, int size) {
    return (int) check(Libc.syscall(Libc.SYS_GETDENTS64, fd, buffer, size));
  }

  public static int getxattr(int fd, long name, long value, int size) {
    return (int) check(Libc.getxattr(NativeScratchBuffers.get().fdPath(fd), name, value, size));
  }

  public static int listxattr(int fd, long list, int size) {
    return (int) check(Libc.listxattr(NativeScratchBuffers.get().fdPath(fd), list, size));
  }

  public static int setxattr(int fd, long name, long value, int size, int flags) {
    return (int)
        check(Libc.setxattr(NativeScratchBuffers.get().fdPath(fd), name, value, size, flags));
  }

  public static int removexattr(int fd, long name) {
    return (int) check(Libc.removexattr(NativeScratchBuffers.get().fdPath(fd), name));
  }
}
