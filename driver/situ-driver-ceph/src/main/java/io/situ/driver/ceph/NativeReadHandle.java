package io.situ.driver.ceph;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Reads a file past the mount, straight into direct buffers; what libcephfs refuses is asked of the
 * mount, and from then on everything. Safe for use by many threads, as {@link ReadHandle} says.
 */
final class NativeReadHandle implements ReadHandle {

  private final ReadHandle mount;
  private final NativeSession session;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final long file;
  private boolean open = true;
  private volatile boolean refused;

  NativeReadHandle(ReadHandle mount, NativeSession session, long file) {
    this.mount = mount;
    this.session = session;
    this.file = file;
  }

  @Override
  public StoreObject object() {
    return mount.object();
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    if (refused || position < 0 || !buffer.hasRemaining()) {
      return mount.read(position, buffer);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreException(
          Kind.INTERRUPTED, object().path(), "the reading thread was interrupted");
    }
    lock.readLock().lock();
    try {
      if (open) {
        int count =
            DirectRead.read(
                position, buffer, (at, room, length) -> session.read(file, at, room, length));
        if (count >= 0) {
          return count == 0 ? -1 : count;
        }
        refused = true;
      }
    } finally {
      lock.readLock().unlock();
    }
    return mount.read(position, buffer);
  }

  @Override
  public void close() throws StoreException {
    lock.writeLock().lock();
    try {
      if (open) {
        open = false;
        session.close(file);
      }
    } finally {
      lock.writeLock().unlock();
    }
    mount.close();
  }
}
