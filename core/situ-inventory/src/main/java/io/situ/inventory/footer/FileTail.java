// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import io.situ.storage.ReadHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The end of an open file. Thread-safe. */
record FileTail(ReadHandle file, long size) {

  /** Most footers are shorter. */
  static final int USUAL = 64 << 10;

  private static final int MAX_FOOTER = 64 << 20;

  /**
   * Reads the last bytes of the file.
   *
   * @throws IOException if the file is not that long, or they are more than footers have
   */
  byte[] last(long length) throws IOException {
    requireLength(length);
    return read(size - length, length);
  }

  /**
   * Reads some bytes of the file.
   *
   * @throws IOException if they are not in the file, or more than footers have
   */
  byte[] range(long start, long length) throws IOException {
    requireLength(length);
    if (start < 0 || start > size - length) {
      throw new IOException("its footer is damaged: it names bytes behind the end of the file");
    }
    return read(start, length);
  }

  private void requireLength(long length) throws IOException {
    if (length < 0 || length > size || length > MAX_FOOTER) {
      throw new IOException("its footer is damaged: it says that it has " + length + " bytes");
    }
  }

  private byte[] read(long start, long length) throws IOException {
    byte[] bytes = new byte[(int) length];
    file.readFully(List.of(new ReadHandle.Range(start, ByteBuffer.wrap(bytes))));
    return bytes;
  }
}
