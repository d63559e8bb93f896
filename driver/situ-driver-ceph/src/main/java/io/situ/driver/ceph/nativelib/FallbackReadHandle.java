// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.util.ObjectReadHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Reads by a library of Ceph past the mount or the gateway, which has the file open too; what the
 * library refuses is read there, and from then on everything. Thread-safe, as {@link ReadHandle}
 * says.
 */
public abstract class FallbackReadHandle implements ReadHandle {

  private final ReadHandle usual;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean open = true;
  private volatile boolean refused;

  /**
   * @param usual the same file through the mount or the gateway; closed with this
   */
  protected FallbackReadHandle(ReadHandle usual) {
    this.usual = usual;
  }

  /**
   * Reads by the library; never called once {@link #release} was.
   *
   * @param position at least 0
   * @param buffer with room
   * @return the number of bytes, 0 at the end, negative for an error
   */
  protected abstract int bypass(long position, ByteBuffer buffer) throws StoreException;

  /** Whether the library does what {@link ReadHandle#readsAhead} reports. */
  protected abstract boolean bypassReadsAhead();

  /** Notes that bytes were read through the mount or the gateway. */
  protected void readUsually(long position, int count) {}

  /** Closes what the library has open, if anything; called once. */
  protected void release() {}

  @Override
  public final StoreObject object() {
    return usual.object();
  }

  @Override
  public final boolean readsAhead() {
    return refused ? usual.readsAhead() : bypassReadsAhead();
  }

  @Override
  public final int read(long position, ByteBuffer buffer) throws StoreException {
    if (refused || position < 0 || !buffer.hasRemaining()) {
      return usually(position, buffer);
    }
    ObjectReadHandle.checkInterrupt(object());
    lock.readLock().lock();
    try {
      if (open) {
        int count = bypass(position, buffer);
        if (count >= 0) {
          return count == 0 ? -1 : count;
        }
        refused = true;
      }
    } finally {
      lock.readLock().unlock();
    }
    return usually(position, buffer);
  }

  private int usually(long position, ByteBuffer buffer) throws StoreException {
    int count = usual.read(position, buffer);
    if (count > 0) {
      readUsually(position, count);
    }
    return count;
  }

  @Override
  public final void close() throws StoreException {
    lock.writeLock().lock();
    try {
      if (open) {
        open = false;
        release();
      }
    } finally {
      lock.writeLock().unlock();
    }
    usual.close();
  }
}
