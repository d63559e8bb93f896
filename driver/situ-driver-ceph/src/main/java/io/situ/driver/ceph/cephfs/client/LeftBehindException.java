// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.mounted.nativelib.ErrnoException;

/**
 * Why what a call that failed has made may be there still. It is added to the failure of that call.
 */
public final class LeftBehindException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason without a path
   */
  public LeftBehindException(String reason) {
    super(reason, null, false, false);
  }

  /**
   * @param failure of the call that was to remove it
   */
  public LeftBehindException(ErrnoException failure) {
    this(CephErrors.withPath(failure, null).reason());
  }
}
