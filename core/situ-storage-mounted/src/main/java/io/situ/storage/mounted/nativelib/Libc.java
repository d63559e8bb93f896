// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * The C library's functions and Linux's constants, bound directly: integers and addresses only, so
 * that a call costs no conversion. Addresses must stay valid during the call. Use {@link Syscalls},
 * which looks at errno.
 */
public final class Libc {

  public static final int AT_FDCWD = -100;
  public static final int AT_SYMLINK_NOFOLLOW = 0x100;
  public static final int AT_NO_AUTOMOUNT = 0x800;
  public static final int AT_REMOVEDIR = 0x200;
  public static final int AT_EMPTY_PATH = 0x1000;
  public static final int AT_STATX_DONT_SYNC = 0x4000;
  public static final int AT_STATX_FORCE_SYNC = 0x2000;

  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_CREAT = 0100;
  public static final int O_EXCL = 0200;
  static final int O_NOCTTY = 0400;
  public static final int O_APPEND = 02000;
  static final int O_NONBLOCK = 04000;
  static final int O_CLOEXEC = 02000000;
  public static final int O_PATH = 010000000;

  static final int RENAME_NOREPLACE = 1;
  public static final long RESOLVE_NO_MAGICLINKS = 0x02;
  public static final long RESOLVE_NO_SYMLINKS = 0x04;
  public static final long RESOLVE_BENEATH = 0x08;

  public static final int S_IFMT = 0170000;
  public static final int S_IFDIR = 0040000;
  public static final int S_IFREG = 0100000;
  public static final int S_IFLNK = 0120000;
  static final int DT_LNK = 10;

  public static final int XATTR_CREATE = 1;
  public static final int XATTR_REPLACE = 2;

  public static final int FADV_RANDOM = 1;
  static final int SEEK_DATA = 3;

  /** These differ from one processor architecture to the next. */
  static final Architecture ARCHITECTURE = Architecture.current();

  public static final int O_DIRECTORY = ARCHITECTURE.directory();
  public static final int O_NOFOLLOW = ARCHITECTURE.noFollow();
  static final int SYS_GETDENTS64 = ARCHITECTURE.getdents64();
  static final int SYS_RENAMEAT2 = ARCHITECTURE.renameat2();
  static final int SYS_STATX = ARCHITECTURE.statx();
  static final int SYS_OPENAT2 = 437;

  static {
    Native.register(Libc.class, NativeLibrary.getProcess());
  }

  private Libc() {}

  static native int openat(int dir, long path, int flags, int mode);

  static native int close(int fd);

  static native int dup3(int fd, int other, int flags);

  static native long pread(int fd, long buffer, long count, long offset);

  static native long lseek(int fd, long offset, int whence);

  static native long write(int fd, long buffer, long count);

  static native int fsync(int fd);

  static native int fdatasync(int fd);

  static native int syncfs(int fd);

  static native int ftruncate(int fd, long length);

  static native int posix_fadvise(int fd, long offset, long length, int advice);

  static native int fstatfs(int fd, long buffer);

  static native int fchmodat(int dir, long path, int mode, int flags);

  static native int fchownat(int dir, long path, int uid, int gid, int flags);

  static native int utimensat(int dir, long path, long times, int flags);

  static native int mkdirat(int dir, long path, int mode);

  static native int unlinkat(int dir, long path, int flags);

  static native int linkat(int fromDir, long from, int toDir, long to, int flags);

  static native int symlinkat(long target, int dir, long path);

  static native int renameat(int fromDir, long from, int toDir, long to);

  static native long readlinkat(int dir, long path, long buffer, long size);

  static native long getxattr(long path, long name, long value, long size);

  static native long listxattr(long path, long list, long size);

  static native int setxattr(long path, long name, long value, long size, int flags);

  static native int removexattr(long path, long name);

  static native int setfsuid(int uid);

  static native long syscall(long number, long a, long b, long c);

  static native long syscall(long number, long a, long b, long c, long d);

  static native long syscall(long number, long a, long b, long c, long d, long e);

  static native int getpwuid_r(int uid, long entry, long buffer, long size, long result);

  static native int getgrgid_r(int gid, long entry, long buffer, long size, long result);

  static native int getpwnam_r(long name, long entry, long buffer, long size, long result);

  static native int getgrnam_r(long name, long entry, long buffer, long size, long result);

  /** Source: the kernel's {@code asm/fcntl.h} and {@code asm/unistd.h} of each architecture. */
  record Architecture(int directory, int noFollow, int getdents64, int renameat2, int statx) {

    private static final Architecture X86_64 = new Architecture(0200000, 0400000, 217, 316, 332);
    private static final Architecture AARCH64 = new Architecture(040000, 0100000, 61, 276, 291);

    static Architecture current() {
      return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Architecture of(String system, String processor) {
      if (system.equals("Linux") && (processor.equals("amd64") || processor.equals("x86_64"))) {
        return X86_64;
      }
      if (system.equals("Linux") && (processor.equals("aarch64") || processor.equals("arm64"))) {
        return AARCH64;
      }
      throw new UnsupportedOperationException(
          "mounted stores work on Linux on x86_64 and aarch64, and this is "
              + system
              + " on "
              + processor);
    }
  }
}
