// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;

/** Linux's error numbers (the same on x86_64 and aarch64), and what they mean to a caller. */
public final class Errno {

  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  static final int EBADF = 9;
  public static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  static final int ENODEV = 19;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  static final int ENFILE = 23;
  static final int EMFILE = 24;
  static final int ETXTBSY = 26;
  static final int EFBIG = 27;
  public static final int ENOSPC = 28;
  static final int EROFS = 30;
  public static final int EMLINK = 31;
  public static final int ERANGE = 34;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENODATA = 61;
  public static final int E2BIG = 7;
  static final int EILSEQ = 84;
  public static final int EOPNOTSUPP = 95;
  static final int ENETDOWN = 100;
  static final int ENETUNREACH = 101;
  static final int ECONNABORTED = 103;
  static final int ECONNRESET = 104;
  public static final int ENOTCONN = 107;
  public static final int ESHUTDOWN = 108;
  public static final int ETIMEDOUT = 110;
  static final int ECONNREFUSED = 111;
  public static final int EHOSTDOWN = 112;
  static final int EHOSTUNREACH = 113;
  public static final int ESTALE = 116;
  public static final int EDQUOT = 122;

  /** GlusterFS says of a path that is too long for its bricks that its directory is gone. */
  private static final int LONG_PATH = 3000;

  private Errno() {}

  /**
   * The exception for a failed call.
   *
   * @param result the negative error number
   */
  public static StoreException failure(long result, StorePath path) {
    int errno = (int) -result;
    Throwable cause = errno == ESTALE ? new ErrnoException(errno) : null;
    return new StoreException(kind(errno), path, text(errno), cause);
  }

  /**
   * Returns whether a server did not know what was found or open before: it was removed on another
   * host, or the server has lost its handle.
   */
  public static boolean isStale(StoreException e) {
    return e.getCause() instanceof ErrnoException errno && errno.is(ESTALE);
  }

  /**
   * The exception for what was just made and is not known any more. It is not {@link #isStale}: who
   * made it again would make it twice.
   */
  public static StoreException madeAndForgotten(StorePath path) {
    return new StoreException(kind(ESTALE), path, text(ESTALE));
  }

  /** As {@link #failure}, for a name that was to be made. */
  public static StoreException notMade(long result, StorePath path) {
    boolean tooLong = result == -ESTALE && path.toBytes().length > LONG_PATH;
    return failure(tooLong ? -ENAMETOOLONG : result, path);
  }

  /**
   * @param result of a system call, the error number negative
   * @throws StoreException the failure that a negative result stands for
   */
  public static void check(int result, StorePath path) throws StoreException {
    if (result < 0) {
      throw failure(result, path);
    }
  }

  static Kind kind(int errno) {
    return switch (errno) {
      case ENOENT -> Kind.NOT_FOUND;
      case EEXIST -> Kind.ALREADY_EXISTS;
      case ENOTDIR -> Kind.NOT_A_DIRECTORY;
      case EISDIR -> Kind.IS_A_DIRECTORY;
      case ENOTEMPTY -> Kind.NOT_EMPTY;
      case EPERM, EACCES, EROFS -> Kind.PERMISSION_DENIED;
      case ELOOP -> Kind.LINK_LOOP;
      case ENAMETOOLONG, EILSEQ -> Kind.INVALID_NAME;
      case EINVAL, ERANGE, E2BIG -> Kind.INVALID_ARGUMENT;
      case ENODATA -> Kind.NO_ATTRIBUTE;
      case EOPNOTSUPP, ENOSYS, ENXIO, ENODEV -> Kind.UNSUPPORTED;
      case EXDEV -> Kind.CROSS_STORE;
      case ENOSPC, EDQUOT -> Kind.NO_SPACE;
      default -> isUnavailable(errno) ? Kind.UNAVAILABLE : Kind.FAILED;
    };
  }

  private static boolean isUnavailable(int errno) {
    return switch (errno) {
      case EAGAIN, EBUSY, ENOMEM, ENFILE, EMFILE, ENETDOWN, ENETUNREACH -> true;
      case ECONNABORTED, ECONNRESET, ENOTCONN, ESHUTDOWN, ETIMEDOUT -> true;
      case ECONNREFUSED, EHOSTDOWN, EHOSTUNREACH, ESTALE -> true;
      default -> false;
    };
  }

  static String text(int errno) {
    return switch (errno) {
      case ENOENT -> "no such file or directory";
      case ESTALE ->
          "its server does not know it any more: it was removed elsewhere, or the server is another"
              + " one since; try again";
      case EEXIST -> "something is there already";
      case ENOTDIR -> "a part of the path is not a directory";
      case EISDIR -> "it is a directory";
      case ENOTEMPTY -> "the directory is not empty";
      case EPERM, EACCES -> "permission denied for the user " + System.getProperty("user.name");
      case EROFS -> "the file system is mounted read-only";
      case ELOOP -> "too many symbolic links on the way";
      case ENAMETOOLONG -> "a name, or the whole path, is longer than the file system takes";
      case EILSEQ -> "the file system cannot hold such a name";
      case ENODATA -> "there is no such extended attribute";
      case EOPNOTSUPP, ENOSYS -> "the file system does not support this";
      case EXDEV -> "it lies on another file system";
      case ENOSPC -> "no space is left on the file system";
      case EDQUOT -> "the disk quota is exceeded";
      case ENFILE, EMFILE -> "too many files are open: raise the limit with 'ulimit -n'";
      case ETIMEDOUT -> "the file system's server does not answer";
      case ENOTCONN ->
          "the file system is cut off from the server that has it, or its mount is dead";
      case ESHUTDOWN -> "the file system's server has shut this client out: mount it again";
      case ECONNREFUSED, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH, ENETDOWN ->
          "the file system's server cannot be reached";
      case EIO -> "the file system reports an input/output error";
      case EBUSY -> "it is in use, for instance as a mount point";
      default -> "the system call failed with error " + errno;
    };
  }
}
