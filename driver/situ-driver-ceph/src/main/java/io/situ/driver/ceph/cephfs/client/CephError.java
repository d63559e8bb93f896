// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;

/** A call of libcephfs failed. It knows no path: who made the call reports of what. */
public final class CephError extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int EROFS = 30;

  private final int number;

  /**
   * @param number Linux's number of the error
   */
  public CephError(int number) {
    super("error " + number, null, false, false);
    this.number = number;
  }

  /** What a call gave if it is no negative error number. */
  public static int check(int result) throws CephError {
    if (result < 0) {
      throw new CephError(-result);
    }
    return result;
  }

  public int number() {
    return number;
  }

  public boolean is(int other) {
    return number == other;
  }

  /** Whether there is nothing any more. */
  public boolean isAbsence() {
    return number == Errno.ENOENT || number == Errno.ESTALE;
  }

  /** Whether such an error says that the cluster has ended the session. */
  public static boolean endsSession(int number) {
    return number == Errno.ENOTCONN || number == Errno.ESHUTDOWN;
  }

  /**
   * The same where bytes were read or written: a user who may not open a file was refused before,
   * so that an OSD that refuses refuses the key.
   */
  public StoreException atBytes(StorePath path) {
    return number == Errno.EPERM || number == Errno.EACCES
        ? new StoreException(
            Kind.PERMISSION_DENIED,
            path,
            "Ceph's OSDs refuse its bytes to the key of this store (see the keys 'user' and"
                + " 'keyring'): give it a capability such as osd 'allow rw tag cephfs data=*'")
        : withPath(path);
  }

  /** The same for a caller of the store. */
  public StoreException withPath(StorePath path) {
    if (endsSession(number)) {
      return new StoreException(
          Kind.UNAVAILABLE,
          path,
          "the cluster has ended this process's session, and the next call begins another");
    }
    return switch (number) {
      case EROFS ->
          new StoreException(Kind.PERMISSION_DENIED, path, "what is in a snapshot never changes");
      case Errno.EXDEV ->
          new StoreException(
              Kind.CROSS_STORE, path, "CephFS does not move it out of its quota, snapshot or pool");
      default -> Errno.failure(-number, path);
    };
  }
}
