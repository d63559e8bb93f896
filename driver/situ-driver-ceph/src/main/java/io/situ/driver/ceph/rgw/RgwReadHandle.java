// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.util.ObjectReadHandle;
import java.nio.ByteBuffer;

/**
 * Reads an object through the gateway, and only while it is the one that was opened. Who reads in
 * sequence gets more than was asked for kept for the next call: as much again as lies before it in
 * the same object of RADOS. A task that ends its last record in another host's object takes no more
 * of that than it asks for.
 */
final class RgwReadHandle extends ObjectReadHandle {

  /** How RGW cuts objects unless configured otherwise ({@code rgw_obj_stripe_size}). */
  private static final int STRIPE = 4 << 20;

  private final S3Client client;
  private final byte[] key;
  private final String etag;
  private volatile Window window = new Window(0, new byte[0]);
  private volatile long expected = -1;
  private volatile boolean closed;

  /** Bytes that were read already. */
  private record Window(long start, byte[] bytes) {

    boolean holds(long position) {
      return position >= start && position - start < bytes.length;
    }

    int take(long position, ByteBuffer buffer) {
      int from = (int) (position - start);
      int count = Math.min(buffer.remaining(), bytes.length - from);
      buffer.put(bytes, from, count);
      return count;
    }
  }

  /**
   * @param etag with its quotation marks
   */
  RgwReadHandle(S3Client client, StoreObject object, String etag) {
    super(object);
    this.client = client;
    this.key = S3Objects.key(object.path());
    this.etag = etag;
  }

  @Override
  public boolean readsAhead() {
    return false;
  }

  @Override
  protected int readAt(long position, ByteBuffer buffer) throws StoreException {
    refuseClosed();
    if (!buffer.hasRemaining()) {
      return 0;
    }
    if (position >= object().size()) {
      return -1;
    }
    Window now = window;
    if (!now.holds(position)) {
      now = fetch(position, buffer.remaining());
    }
    refuseClosed();
    int count = now.take(position, buffer);
    expected = position + count;
    return count;
  }

  private Window fetch(long position, int wanted) throws StoreException {
    long end = position + Math.min(wanted, STRIPE);
    if (position == expected) {
      long start = position / STRIPE * STRIPE;
      end = Math.max(end, Math.min(start + STRIPE, position + (position - start)));
    }
    int length = (int) (Math.min(end, object().size()) - position);
    Window fetched =
        new Window(position, client.read(key, object().path(), etag, position, length));
    window = fetched;
    return fetched;
  }

  private void refuseClosed() throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, object().path(), "the file is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
    window = new Window(0, new byte[0]);
  }
}
