package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * Where one partition lies in a map's output: an entry of the index as Hadoop's {@code SpillRecord}
 * writes it, which for each partition has three big-endian longs and at its end the CRC-32 of all.
 * Hadoop's own reader takes no path with a blank in it.
 *
 * @param offset first byte
 * @param rawLength bytes of records and their end mark before compression, with what encryption
 *     adds
 * @param length bytes in the file
 */
record MapOutputIndex(long offset, long rawLength, long length) {

  private static final int ENTRY = 3 * Long.BYTES;

  /**
   * @throws java.nio.file.NoSuchFileException if there is no index
   * @throws IOException if it is not whole
   */
  static MapOutputIndex read(Path file, int partition) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int entries = bytes.length - Long.BYTES;
    if (entries < 0 || entries % ENTRY != 0 || (partition + 1) * ENTRY > entries) {
      throw new IOException("its index has " + bytes.length + " bytes and is not whole");
    }
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, entries);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (buffer.getLong(entries) != crc.getValue()) {
      throw new IOException("its index does not have its checksum");
    }
    buffer.position(partition * ENTRY);
    return new MapOutputIndex(buffer.getLong(), buffer.getLong(), buffer.getLong());
  }

  long end() {
    return offset + length;
  }
}
