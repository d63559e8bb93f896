// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Direct buffers that streams lend and give back, by powers of two. Making one costs more than
 * reading a small file; keeping too many would eat the memory of the process, so each size keeps at
 * most {@value #KEPT_BYTES} bytes and leaves the rest to the collector. Thread-safe.
 */
public final class DirectBuffers {

  public static final int SMALLEST = 4 << 10;
  public static final int LARGEST = 8 << 20;
  private static final int KEPT_BYTES = 16 << 20;
  private static final int KEPT_COUNT = 64;

  private static final DirectBuffers SHARED = new DirectBuffers();

  private final ArrayBlockingQueue<ByteBuffer>[] bySize;

  @SuppressWarnings({"unchecked", "rawtypes"})
  DirectBuffers() {
    bySize = new ArrayBlockingQueue[index(LARGEST) + 1];
    for (int i = 0; i < bySize.length; i++) {
      int kept = Math.max(1, Math.min(KEPT_COUNT, KEPT_BYTES / (SMALLEST << i)));
      bySize[i] = new ArrayBlockingQueue<>(kept);
    }
  }

  /** The buffers of this process. */
  public static DirectBuffers shared() {
    return SHARED;
  }

  /** An empty direct buffer that takes at least {@code size} bytes, at most {@link #LARGEST}. */
  public ByteBuffer acquire(int size) {
    int index = index(size);
    ByteBuffer kept = bySize[index].poll();
    return kept == null ? ByteBuffer.allocateDirect(SMALLEST << index) : kept.clear();
  }

  /** Takes a lent buffer back. The caller must not touch it any more. */
  public void release(ByteBuffer buffer) {
    if (!bySize[index(buffer.capacity())].offer(buffer)) {
      // The queue of this size is full: the collector frees the buffer.
      return;
    }
  }

  private static int index(int size) {
    if (size > LARGEST) {
      throw new IllegalArgumentException("no buffer of " + size + " bytes, at most " + LARGEST);
    }
    int rounded = Math.max(size, SMALLEST) - 1;
    return Integer.SIZE - Integer.numberOfLeadingZeros(rounded / SMALLEST);
  }
}
