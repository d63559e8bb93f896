// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;

/** What it means for a caller of the store that a call of libcephfs failed. */
public final class CephErrors {

  /**
   * {@code ECONNABORTED}, which the library itself does not return: the call was not made, for this
   * process has given the session up before.
   */
  static final int DISCARDED = 103;

  private static final int EROFS = 30;

  private CephErrors() {}

  /** Returns whether there is nothing any more. */
  public static boolean isAbsence(ErrnoException e) {
    return isAbsence(e.number());
  }

  /**
   * Returns whether there is nothing any more.
   *
   * @param number Linux's number of the error
   */
  static boolean isAbsence(int number) {
    return number == Errno.ENOENT || number == Errno.ESTALE;
  }

  /** Returns whether such an error says that the session has ended. */
  public static boolean endsSession(ErrnoException e) {
    return endsSession(e.number());
  }

  /**
   * Returns whether such an error says that the session has ended.
   *
   * @param number Linux's number of the error
   */
  public static boolean endsSession(int number) {
    return number == Errno.ENOTCONN || number == Errno.ESHUTDOWN || number == DISCARDED;
  }

  /**
   * Returns whether nothing was done, for this process had given the session up before: it may be
   * done in another session. What a call before it has left behind is added to the error.
   */
  public static boolean isNotMade(ErrnoException e) {
    return e.is(DISCARDED) && e.getSuppressed().length == 0;
  }

  /** Returns whether the session ended in a call, which may have been made all the same. */
  public static boolean isUnanswered(ErrnoException e) {
    return endsSession(e) && !e.is(DISCARDED);
  }

  /** Returns as a clause who has ended a session, by the error of a call that it ended. */
  public static String sessionEnd(ErrnoException e) {
    return e.is(DISCARDED)
        ? "Situ has given this process's session with Ceph up, because another client removed a file"
            + " while it was renamed, for which Ceph's library may wait for ever"
        : "the cluster has ended this process's session";
  }

  /**
   * Describes a failure where bytes were read or written: a user who may not open a file was
   * refused before, so that an OSD that refuses refuses the key.
   */
  public static StoreException atBytes(ErrnoException e, StorePath path) {
    return e.is(Errno.EPERM) || e.is(Errno.EACCES)
        ? new StoreException(
            Kind.PERMISSION_DENIED,
            path,
            "Ceph's OSDs refuse its bytes to the key of this store (see the keys 'user' and"
                + " 'keyring'): give it a capability such as osd 'allow rw tag cephfs data=*'")
        : withPath(e, path);
  }

  /** Describes any other failure. */
  public static StoreException withPath(ErrnoException e, StorePath path) {
    if (endsSession(e)) {
      return new StoreException(
          Kind.UNAVAILABLE, path, sessionEnd(e) + ", and the next call begins another");
    }
    return switch (e.number()) {
      case EROFS -> new StoreException(Kind.PERMISSION_DENIED, path, readOnly(path));
      case Errno.EXDEV ->
          new StoreException(
              Kind.CROSS_STORE, path, "CephFS does not move it out of its quota, snapshot or pool");
      case Errno.ESTALE ->
          new StoreException(Kind.NOT_FOUND, path, "it was removed on another host");
      default -> Errno.failure(-e.number(), path);
    };
  }

  private static String readOnly(StorePath path) {
    return (path + "/").contains("/" + VirtualXattrs.SNAPSHOTS + "/")
        ? "what is in a snapshot never changes"
        : "the file system or its metadata server takes no changes; 'ceph health detail' says why";
  }
}
