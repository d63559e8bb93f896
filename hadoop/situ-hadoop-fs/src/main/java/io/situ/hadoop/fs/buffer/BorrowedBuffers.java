// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.io.ByteBufferPool;

/** Buffers full of a file's bytes that a reader has taken and not given back. Not thread-safe. */
public final class BorrowedBuffers {

  @FunctionalInterface
  public interface Reading {
    int into(ByteBuffer target) throws IOException;
  }

  private final Map<ByteBuffer, Consumer<ByteBuffer>> owners = new IdentityHashMap<>();

  /**
   * Reads up to {@code maxLength} bytes into a buffer of {@code pool}, or of our own if there is
   * none.
   *
   * @return null at the end of the file, as Hadoop has it
   */
  public ByteBuffer acquire(ByteBufferPool pool, int maxLength, Reading reading)
      throws IOException {
    if (maxLength == 0) {
      ByteBuffer nothing = ByteBuffer.allocate(0);
      owners.put(nothing, unused -> {});
      return nothing;
    }
    ByteBuffer target = take(pool, maxLength);
    Consumer<ByteBuffer> owner = pool == null ? DirectBuffers.shared()::release : pool::putBuffer;
    boolean full = false;
    try {
      target.clear().limit(Math.min(maxLength, target.capacity()));
      full = reading.into(target) > 0;
    } finally {
      if (!full) {
        owner.accept(target);
      }
    }
    if (!full) {
      return null;
    }
    owners.put(target.flip(), owner);
    return target;
  }

  private static ByteBuffer take(ByteBufferPool pool, int maxLength) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("negative length " + maxLength);
    }
    if (pool == null) {
      return DirectBuffers.shared().acquire(Math.min(maxLength, DirectBuffers.LARGEST));
    }
    ByteBuffer target = pool.getBuffer(true, maxLength);
    if (target == null || target.capacity() == 0) {
      throw new UnsupportedOperationException("the pool gave no buffer of " + maxLength + " bytes");
    }
    return target;
  }

  public void release(ByteBuffer target) {
    Consumer<ByteBuffer> owner = owners.remove(target);
    if (owner == null) {
      throw new IllegalArgumentException("tried to release a buffer this stream did not lend");
    }
    owner.accept(target);
  }

  /** Forgets what is still lent: its readers may go on reading it, the collector frees it. */
  public void close() {
    owners.clear();
  }
}
