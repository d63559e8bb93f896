// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.mounted.nativelib.ErrnoException;

/** A session and for whom calls are made in it. */
record UserSession(NativeSession session, NativeUser user) {

  /** A call of the library. */
  interface Call {
    /**
     * @param mount the session's
     * @param permissions see {@link NativeUser#permissions}
     * @return negative for an error
     */
    int make(long mount, long permissions);
  }

  /**
   * Makes a call.
   *
   * @throws ErrnoException if it failed, or the session has ended
   */
  int call(Call call) throws ErrnoException {
    return ErrnoException.check(session.call(mount -> call.make(mount, user.permissions())));
  }

  /** As {@link #call}, for what learns of names. */
  int callForNames(Call call) throws ErrnoException {
    return ErrnoException.check(
        session.callForNames(mount -> call.make(mount, user.permissions())));
  }

  /** As {@link #call}, for a rename. */
  int callForRename(Call call) throws ErrnoException {
    return ErrnoException.check(
        session.callForRename(mount -> call.make(mount, user.permissions())));
  }
}
