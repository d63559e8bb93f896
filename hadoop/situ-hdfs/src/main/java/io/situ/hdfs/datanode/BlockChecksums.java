package io.situ.hdfs.datanode;

import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.util.DataChecksum;

/** Writes a block's checksum file as HDFS does: a header, then a CRC32C for each 512 bytes. */
final class BlockChecksums {

  private static final int CHUNK = 512;
  private static final int AT_ONCE = 1 << 20;

  private BlockChecksums() {}

  /**
   * @param length of the block, bytes
   * @throws EOFException if there are fewer bytes than that
   */
  static void write(Path file, InputStream bytes, long length) throws IOException {
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
    byte[] data = new byte[AT_ONCE];
    ByteBuffer sums = ByteBuffer.allocate(AT_ONCE / CHUNK * checksum.getChecksumSize());
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      BlockMetadataHeader.writeHeader(out, checksum);
      for (long left = length; left > 0; ) {
        int wanted = (int) Math.min(left, AT_ONCE);
        if (bytes.readNBytes(data, 0, wanted) < wanted) {
          throw new EOFException("the object ended " + left + " bytes before its block did");
        }
        sums.clear();
        checksum.calculateChunkedSums(ByteBuffer.wrap(data, 0, wanted), sums);
        int chunks = (wanted + CHUNK - 1) / CHUNK;
        out.write(sums.array(), 0, chunks * checksum.getChecksumSize());
        left -= wanted;
      }
    }
  }
}
