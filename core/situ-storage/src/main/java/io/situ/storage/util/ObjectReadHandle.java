// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.nio.ByteBuffer;

/** A handle for one object, which refuses negative positions before anything is read. */
public abstract class ObjectReadHandle implements ReadHandle {

  private final StoreObject object;

  /** Prepares a handle for an object, as it was when it was opened. */
  protected ObjectReadHandle(StoreObject object) {
    this.object = object;
  }

  @Override
  public final StoreObject object() {
    return object;
  }

  @Override
  public final int read(long position, ByteBuffer buffer) throws StoreException {
    if (position < 0) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, object.path(), "negative position " + position);
    }
    return readAt(position, buffer);
  }

  /** As {@link #read}, from a position that is not negative. */
  protected abstract int readAt(long position, ByteBuffer buffer) throws StoreException;

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
