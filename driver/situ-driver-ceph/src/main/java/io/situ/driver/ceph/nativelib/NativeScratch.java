// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A thread's memory for what goes to a native library and comes from it. */
public final class NativeScratch {

  public static final int SIZE = 1 << 20;

  private static final ThreadLocal<ByteBuffer> ROOM =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder()));

  private NativeScratch() {}

  /** The thread's buffer of {@value #SIZE} bytes, empty. */
  public static ByteBuffer get() {
    return ROOM.get().clear();
  }

  /** The address of a direct buffer's byte 0. */
  public static long address(ByteBuffer direct) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
  }
}
