// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import java.nio.ByteBuffer;

/** Bytes that a native library puts somewhere. */
final class NativeBytes {

  private NativeBytes() {}

  /** A call of the library. */
  interface Call {
    /** Puts bytes at an address, at most so many, and says how many. */
    int put(long address, int room) throws CephError;
  }

  static byte[] read(Call call) throws CephError {
    ByteBuffer room = NativeRoom.get();
    byte[] bytes = new byte[call.put(NativeRoom.address(room), NativeRoom.SIZE)];
    room.get(bytes);
    return bytes;
  }
}
