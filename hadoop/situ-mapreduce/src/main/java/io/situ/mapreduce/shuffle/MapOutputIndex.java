// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Where one partition lies in a file of a map's output: an entry of the index as Hadoop's {@code
 * SpillRecord} writes it, which for each partition has three big-endian longs and at its end the
 * CRC-32 of all. If there are several files it has the partitions of each, one file after the
 * other. Hadoop's own reader takes no path with a blank in it.
 *
 * @param offset first byte
 * @param rawLength bytes of records and their end mark before compression, with what encryption
 *     adds
 * @param length bytes in the file
 */
record MapOutputIndex(long offset, long rawLength, long length) {

  private static final int ENTRY = 3 * Long.BYTES;

  /**
   * One partition's place in each of the map's files, in their order.
   *
   * @param partitions how many there are
   * @throws java.nio.file.NoSuchFileException if there is no index
   * @throws IOException if it is not whole
   */
  static List<MapOutputIndex> read(Path file, int partitions, int partition) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int entries = bytes.length - Long.BYTES;
    if (entries <= 0 || entries % (partitions * ENTRY) != 0) {
      throw new IOException("its index has " + bytes.length + " bytes and is not whole");
    }
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, entries);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (buffer.getLong(entries) != crc.getValue()) {
      throw new IOException("its index does not have its checksum");
    }
    List<MapOutputIndex> places = new ArrayList<>();
    for (int at = partition * ENTRY; at < entries; at += partitions * ENTRY) {
      buffer.position(at);
      places.add(new MapOutputIndex(buffer.getLong(), buffer.getLong(), buffer.getLong()));
    }
    return places;
  }

  long end() {
    return offset + length;
  }
}
