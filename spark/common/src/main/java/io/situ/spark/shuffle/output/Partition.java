// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

/**
 * One reduce partition in a map's output.
 *
 * @param number of the partition
 * @param offset its first byte in the file
 * @param length in bytes
 * @param firstChunk position of its first chunk's checksum in the index
 * @param checksum of its bytes if it is one chunk, otherwise of its chunks' checksums
 */
record Partition(int number, long offset, long length, int firstChunk, int checksum) {

  /** Bytes that have one checksum, the most that is read before a reader gets any. */
  static final int CHUNK = 4 << 20;

  boolean isOneChunk() {
    return length <= CHUNK;
  }

  int chunks() {
    return Math.toIntExact((length + CHUNK - 1) / CHUNK);
  }

  long end() {
    return offset + length;
  }
}
