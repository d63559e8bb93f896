package io.situ.driver.ceph;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Reads an S3 object past the gateway, from the objects of RADOS that it is cut into. The first of
 * them is read only while it carries the tag of the object that was opened, as RGW itself does; the
 * others have names that are never used twice. What librados refuses is read through the gateway,
 * and from then on everything.
 */
final class RadosReadHandle implements ReadHandle {

  private final ReadHandle gateway;
  private final RadosSession session;
  private final RadosName head;
  private final byte[] tag;
  private final ObjectManifest manifest;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;
  private volatile boolean refused;

  /**
   * @param gateway the same object; closed with this
   * @param head where {@code attributes} were read
   */
  RadosReadHandle(ReadHandle gateway, RadosSession session, RadosName head, RadosHead attributes) {
    this.gateway = gateway;
    this.session = session;
    this.head = head;
    this.tag = attributes.tag();
    this.manifest = attributes.manifest();
  }

  @Override
  public StoreObject object() {
    return gateway.object();
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    if (refused || position < 0 || position >= object().size() || !buffer.hasRemaining()) {
      return gateway.read(position, buffer);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreException(
          Kind.INTERRUPTED, object().path(), "the reading thread was interrupted");
    }
    lock.readLock().lock();
    try {
      int count = closed ? 0 : piece(position, buffer);
      if (count > 0) {
        return count;
      }
      if (count == -RadosSession.OTHER) {
        throw new StoreException(
            Kind.CHANGED, object().path(), "it was overwritten since it was opened");
      }
      refused = !closed;
    } finally {
      lock.readLock().unlock();
    }
    return gateway.read(position, buffer);
  }

  private int piece(long position, ByteBuffer buffer) {
    ObjectManifest.Piece piece = manifest.piece(position);
    int limit = buffer.limit();
    long room = piece.end() - position;
    if (room < buffer.remaining()) {
      buffer.limit(buffer.position() + (int) room);
    }
    try {
      return DirectRead.read(
          position - piece.start(), buffer, (at, to, length) -> call(piece, at, to, length));
    } finally {
      buffer.limit(limit);
    }
  }

  private int call(ObjectManifest.Piece piece, long offset, long address, int length) {
    return piece.name().isEmpty()
        ? session.read(head, tag, offset, address, length)
        : session.read(RadosName.tail(manifest.marker(), piece.name()), offset, address, length);
  }

  @Override
  public void close() throws StoreException {
    lock.writeLock().lock();
    try {
      closed = true;
    } finally {
      lock.writeLock().unlock();
    }
    gateway.close();
  }
}
