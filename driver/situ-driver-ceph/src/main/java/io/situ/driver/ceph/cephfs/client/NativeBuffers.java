// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.driver.ceph.nativelib.NativeScratch;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.nio.ByteBuffer;

/** Bytes that a native library puts somewhere. */
final class NativeBuffers {

  private NativeBuffers() {}

  /** A call of the library. */
  interface Call {
    /** Puts bytes at an address, at most so many, and says how many. */
    int put(long address, int room) throws ErrnoException;
  }

  static byte[] read(Call call) throws ErrnoException {
    ByteBuffer room = NativeScratch.get();
    byte[] bytes = new byte[call.put(NativeScratch.address(room), NativeScratch.SIZE)];
    room.get(bytes);
    return bytes;
  }
}
