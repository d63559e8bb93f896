// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import java.nio.ByteBuffer;

/**
 * Lets a native library fill buffers: direct ones without a copy, others through a piece of room.
 */
public final class DirectRead {

  private DirectRead() {}

  /** A call of the library. */
  public interface Call {
    /** Number of bytes put at an address, fewer only at the end; negative for an error. */
    int read(long position, long address, int length);
  }

  /** Number of bytes read, 0 at the end; negative for an error before the first byte. */
  public static int read(long position, ByteBuffer buffer, Call call) {
    return buffer.isDirect() ? direct(position, buffer, call) : heap(position, buffer, call);
  }

  private static int direct(long position, ByteBuffer buffer, Call call) {
    long address = NativeScratch.address(buffer) + buffer.position();
    int count = call.read(position, address, buffer.remaining());
    if (count > 0) {
      buffer.position(buffer.position() + count);
    }
    return count;
  }

  private static int heap(long position, ByteBuffer buffer, Call call) {
    ByteBuffer room = NativeScratch.get();
    long address = NativeScratch.address(room);
    int total = 0;
    while (buffer.hasRemaining()) {
      int want = Math.min(buffer.remaining(), NativeScratch.SIZE);
      int count = call.read(position + total, address, want);
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
}
