// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Bytes that are read at once, and compared to their checksums before they are passed on.
 *
 * @param offset of the first
 * @param parts that have a checksum each, one after the other
 */
record ChecksummedRange(long offset, List<Part> parts) {

  /**
   * Bytes with one checksum.
   *
   * @param length in bytes
   * @param checksum CRC-32C
   */
  record Part(int length, int checksum) {}

  static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  int length() {
    return parts.stream().mapToInt(Part::length).sum();
  }

  byte[] read(OpenOutput file, MapOutputId output) throws IOException {
    byte[] bytes = file.read(offset, length());
    int at = 0;
    for (Part part : parts) {
      if (checksum(bytes, at, part.length()) != part.checksum()) {
        throw BadShuffleOutputException.damaged(
            output,
            "bytes "
                + (offset + at)
                + " to "
                + (offset + at + part.length() - 1)
                + " do not have their checksum");
      }
      at += part.length();
    }
    return bytes;
  }

  /** Gathers parts that follow each other in the file. Not thread-safe. */
  static final class Builder {

    private final List<Part> parts = new ArrayList<>();
    private long offset;
    private int length;

    boolean fits(long more) {
      return length + more <= Partition.CHUNK;
    }

    void add(long at, int bytes, int checksum) {
      if (parts.isEmpty()) {
        offset = at;
      }
      if (bytes > 0) {
        parts.add(new Part(bytes, checksum));
        length += bytes;
      }
    }

    void addTo(List<ChecksummedRange> pieces) {
      if (length > 0) {
        pieces.add(new ChecksummedRange(offset, List.copyOf(parts)));
      }
    }
  }
}
