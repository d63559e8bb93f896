// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.datafile.Crc32cCombiner;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.ReadHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Computes the CRC32C of each chunk of a file. Holes are not read where the store knows them.
 * Thread-safe.
 */
final class ChunkChecksums {

  /** Bytes under one checksum. */
  static final int CHUNK = 1 << 20;

  private static final int[] NO_CHUNKS = {};
  private static final int ZEROS = Crc32cCombiner.zeros(CHUNK);

  private final ThreadLocal<ByteBuffer> buffers =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(CHUNK));

  /** Returns how many checksums a file of {@code size} bytes has. */
  static long count(long size) {
    return Crc32cCombiner.chunks(size, CHUNK);
  }

  /**
   * Returns the checksums of the first {@code size} bytes, or none if the file is shorter.
   *
   * @throws InventoryException {@code INTERRUPTED} if the thread is
   */
  int[] of(ReadHandle handle, long size) throws IOException {
    int[] chunks = new int[Math.toIntExact(count(size))];
    CRC32C crc = new CRC32C();
    int index = 0;
    while (index < chunks.length) {
      if (Thread.currentThread().isInterrupted()) {
        throw InventoryException.interrupted();
      }
      long from = (long) index * CHUNK;
      ByteBuffer buffer = buffers.get().clear().limit((int) Math.min(CHUNK, size - from));
      if (!fill(handle, from, buffer)) {
        return NO_CHUNKS;
      }
      crc.reset();
      crc.update(buffer.flip());
      chunks[index++] = (int) crc.getValue();
      if (chunks[index - 1] == ZEROS) {
        index = passHole(handle, size, chunks, index);
      }
    }
    return chunks;
  }

  private static boolean fill(ReadHandle handle, long from, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (handle.read(from + buffer.position(), buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Fills in the chunks from {@code index} that lie in a hole; the answer is the first other. */
  private static int passHole(ReadHandle handle, long size, int[] chunks, int index)
      throws IOException {
    long from = (long) index * CHUNK;
    if (from >= size) {
      return index;
    }
    long data = Math.min(handle.nextData(from), size);
    int behind = (int) (data / CHUNK);
    if (behind > index) {
      Arrays.fill(chunks, index, behind, ZEROS);
    }
    if (data == size && size % CHUNK != 0) {
      chunks[behind] = Crc32cCombiner.zeros(size % CHUNK);
      return chunks.length;
    }
    return Math.max(index, behind);
  }
}
