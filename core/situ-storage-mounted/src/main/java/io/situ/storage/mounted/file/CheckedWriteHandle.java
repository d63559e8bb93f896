// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;

/** A handle to which nothing is written once a write failed, or once it is closed. */
public abstract class CheckedWriteHandle implements WriteHandle {

  private final StorePath path;
  private boolean broken;
  private boolean closed;

  protected CheckedWriteHandle(StorePath path) {
    this.path = path;
  }

  protected final StorePath path() {
    return path;
  }

  /**
   * Checks whether something can be written.
   *
   * @throws StoreException {@code FAILED} if not
   */
  protected final void checkUsable() throws StoreException {
    if (closed || broken) {
      throw new StoreException(
          Kind.FAILED, path, closed ? "the file is closed" : "an earlier write to it failed");
    }
  }

  /** Notes that what was written is not whole, and returns {@code failure}. */
  protected final StoreException broken(StoreException failure) {
    broken = true;
    return failure;
  }

  /** Takes the file away if it was made by this, and gives back what is held; called once. */
  protected abstract void discard() throws StoreException;

  /**
   * Keeps the file and gives back what is held; called once.
   *
   * @param whole whether all writes succeeded; if not, {@link #close} fails for that reason
   */
  protected abstract void finish(boolean whole) throws StoreException;

  @Override
  public final void abort() throws StoreException {
    if (!closed) {
      closed = true;
      discard();
    }
  }

  @Override
  public final void close() throws StoreException {
    if (!closed) {
      closed = true;
      finish(!broken);
      if (broken) {
        throw new StoreException(Kind.FAILED, path, "an earlier write to it failed");
      }
    }
  }
}
