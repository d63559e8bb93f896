// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.storage.Attributes;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongBinaryOperator;

/** A file in memory that remembers the reads it served and can be cut short while it is open. */
final class MemoryFileSource implements ReadHandle {

  static final StorePath PATH = StorePath.of("/data/file");

  final List<Integer> reads = Collections.synchronizedList(new ArrayList<>());
  final AtomicInteger calls = new AtomicInteger();
  volatile boolean closed;
  volatile int sizeWhenOpened;
  volatile int visible;
  volatile int mostPerRead = Integer.MAX_VALUE;
  volatile boolean readsAhead = true;
  volatile long delayMillis;

  /** Whether reads end only once this is false again. */
  volatile boolean hangs;

  /** What came from another host though a copy is here; empty for a store that does not measure. */
  volatile Optional<LongBinaryOperator> remoteBytes = Optional.empty();

  private final byte[] content;

  MemoryFileSource(byte[] content) {
    this.content = content;
    this.visible = content.length;
    this.sizeWhenOpened = content.length;
  }

  @Override
  public StoreObject object() {
    return new StoreObject(
        PATH,
        StoreObject.Kind.FILE,
        sizeWhenOpened,
        new Attributes("user", "group", 0644, 0, 0),
        new StoreObject.Version(1, 1));
  }

  @Override
  public boolean readsAhead() {
    return readsAhead;
  }

  /** All bytes that were read so far. */
  long total() {
    synchronized (reads) {
      return reads.stream().mapToLong(Integer::longValue).sum();
    }
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    calls.incrementAndGet();
    delay();
    if (closed) {
      throw new StoreException(StoreException.Kind.FAILED, PATH, "is closed");
    }
    if (!buffer.hasRemaining()) {
      return 0;
    }
    if (position >= visible) {
      return -1;
    }
    int room = Math.min(buffer.remaining(), mostPerRead);
    int count = (int) Math.min(room, visible - position);
    buffer.put(content, (int) position, count);
    reads.add(count);
    return count;
  }

  @Override
  public OptionalLong remoteBytes(long position, long length) {
    return remoteBytes
        .map(measured -> OptionalLong.of(measured.applyAsLong(position, length)))
        .orElse(OptionalLong.empty());
  }

  private void delay() throws StoreException {
    try {
      TimeUnit.MILLISECONDS.sleep(delayMillis);
      while (hangs) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    } catch (InterruptedException e) {
      throw new StoreException(StoreException.Kind.INTERRUPTED, PATH, "interrupted", e);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
