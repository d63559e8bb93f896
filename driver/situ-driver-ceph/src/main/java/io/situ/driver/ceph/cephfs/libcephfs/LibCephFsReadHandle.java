// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.nativelib.DirectRead;
import io.situ.driver.ceph.nativelib.ReadOrigins;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.util.ObjectReadHandle;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Reads one open file, straight into direct buffers. Where the cluster has ended the session the
 * same version of the file is opened in another, once for each such end.
 */
final class LibCephFsReadHandle extends ObjectReadHandle {

  /** Opens the version that this reads. */
  interface Opening {
    LibCephFsFile open() throws StoreException;
  }

  private final boolean readsAhead;
  private final ReadOrigins origins = new ReadOrigins();
  private final Opening again;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  /** Null once this is closed. */
  private LibCephFsFile file;

  LibCephFsReadHandle(StoreObject object, LibCephFsFile file, Opening again) {
    super(object);
    this.readsAhead = file.readsAhead();
    this.file = file;
    this.again = again;
  }

  @Override
  public boolean readsAhead() {
    return readsAhead;
  }

  /** Where the library reads ahead, bytes arrive at other times than they are read. */
  @Override
  public OptionalLong remoteBytes(long position, long length) {
    return readsAhead
        ? OptionalLong.empty()
        : OptionalLong.of(origins.remoteBytes(position, length));
  }

  @Override
  protected int readAt(long position, ByteBuffer buffer) throws StoreException {
    checkInterrupt(object());
    LibCephFsFile[] used = new LibCephFsFile[1];
    int count = readOnce(position, buffer, used);
    if (count < 0 && CephErrors.endsSession(-count)) {
      renew(used[0]);
      count = readOnce(position, buffer, used);
    }
    if (count < 0) {
      throw failure(new ErrnoException(-count));
    }
    return count == 0 && buffer.hasRemaining() ? -1 : count;
  }

  /**
   * @param used where the file that was read is put
   * @return number of bytes, 0 at the end or where there is no room; negative for an error
   */
  private int readOnce(long position, ByteBuffer buffer, LibCephFsFile[] used)
      throws StoreException {
    lock.readLock().lock();
    try {
      used[0] = open();
      if (!buffer.hasRemaining()) {
        return 0;
      }
      return readsAhead
          ? DirectRead.read(position, buffer, used[0]::read)
          : origins.measure(position, () -> DirectRead.read(position, buffer, used[0]::read));
    } finally {
      lock.readLock().unlock();
    }
  }

  private LibCephFsFile open() throws StoreException {
    if (file == null) {
      throw new StoreException(Kind.FAILED, object().path(), "the file is closed");
    }
    return file;
  }

  private void renew(LibCephFsFile dead) throws StoreException {
    lock.writeLock().lock();
    try {
      if (open() == dead) {
        file = again.open();
        // Nothing was written, so there is nothing that could be lost.
        closeQuietly(dead);
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private static void closeQuietly(LibCephFsFile dead) {
    try {
      dead.close();
    } catch (ErrnoException e) {
      // Its session has ended.
    }
  }

  private StoreException failure(ErrnoException e) {
    return e.is(Errno.ESTALE)
        ? new StoreException(
            Kind.CHANGED, object().path(), "it was removed or replaced on another host")
        : CephErrors.atBytes(e, object().path());
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (file != null) {
        closeQuietly(file);
        file = null;
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
