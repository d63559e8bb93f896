// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;

/** What each {@link io.situ.storage.ReadHandle} checks before it reads. */
public final class ReadChecks {

  private ReadChecks() {}

  /**
   * Checks a position.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} for a negative one
   */
  public static void checkPosition(StoreObject object, long position) throws StoreException {
    if (position < 0) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, object.path(), "negative position " + position);
    }
  }

  /**
   * Checks whether this thread was interrupted.
   *
   * @throws StoreException {@code INTERRUPTED} if it was, which it stays
   */
  public static void checkInterrupt(StoreObject object) throws StoreException {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreException(
          Kind.INTERRUPTED, object.path(), "the reading thread was interrupted");
    }
  }
}
