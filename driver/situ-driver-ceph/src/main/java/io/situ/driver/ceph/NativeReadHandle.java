package io.situ.driver.ceph;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
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

  private static final int STAGING = 1 << 20;
  private static final ThreadLocal<ByteBuffer> ROOM =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(STAGING));

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
        int count = buffer.isDirect() ? direct(position, buffer) : heap(position, buffer);
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

  private int direct(long position, ByteBuffer buffer) {
    long address = Pointer.nativeValue(Native.getDirectBufferPointer(buffer)) + buffer.position();
    int count = session.read(file, position, address, buffer.remaining());
    if (count > 0) {
      buffer.position(buffer.position() + count);
    }
    return count;
  }

  private int heap(long position, ByteBuffer buffer) {
    ByteBuffer room = ROOM.get().clear();
    long address = Pointer.nativeValue(Native.getDirectBufferPointer(room));
    int total = 0;
    while (buffer.hasRemaining()) {
      int want = Math.min(buffer.remaining(), STAGING);
      int count = session.read(file, position + total, address, want);
      if (count < 0) {
        return total > 0 ? total : count;
      }
      buffer.put(room.clear().limit(count));
      total += count;
      if (count < want) {
        break;
      }
    }
    return total;
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
