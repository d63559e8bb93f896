// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.ReadHandle;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.util.DataChecksum;

/** A block's checksum file as HDFS has it: a header, then a CRC32C for each 512 bytes. */
public final class BlockChecksums {

  /** Bytes that a checksum is of. */
  public static final int CHUNK = 512;

  /** Bytes of a checksum. */
  public static final int SUM = Integer.BYTES;

  private static final int AT_ONCE = 1 << 20;
  private static final int SHORT = 1 << 12;
  private static final byte[] HEADER = makeHeader();

  private BlockChecksums() {}

  /** What comes before the checksums. */
  public static byte[] header() {
    return HEADER.clone();
  }

  private static byte[] makeHeader() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      BlockMetadataHeader.writeHeader(new DataOutputStream(bytes), kind());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static DataChecksum kind() {
    return DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK);
  }

  /** Bytes of the checksum file of a block. */
  public static long fileLength(long blockLength) {
    return HEADER.length + (blockLength + CHUNK - 1) / CHUNK * SUM;
  }

  /** The checksums of the first {@code length} bytes of an array, one after the other. */
  public static byte[] sums(byte[] data, int length) {
    ByteBuffer sums = ByteBuffer.allocate((length + CHUNK - 1) / CHUNK * SUM);
    kind().calculateChunkedSums(ByteBuffer.wrap(data, 0, length), sums);
    return sums.array();
  }

  /**
   * Writes a whole file.
   *
   * @param length of the block, bytes
   * @throws EOFException if there are fewer bytes than that
   */
  public static void write(Path file, InputStream bytes, long length) throws IOException {
    byte[] data = new byte[(int) Math.min(AT_ONCE, Math.max(1, length))];
    try (var out = Files.newOutputStream(file)) {
      out.write(HEADER);
      for (long left = length; left > 0; ) {
        int wanted = (int) Math.min(left, data.length);
        if (bytes.readNBytes(data, 0, wanted) < wanted) {
          throw new EOFException("the object ended " + left + " bytes before its block did");
        }
        out.write(sums(data, wanted));
        left -= wanted;
      }
    }
  }

  /** Whether a block of that length has no last chunk that is shorter than the others. */
  static boolean isEven(long length) {
    return length % CHUNK == 0;
  }

  /**
   * Writes a file of full length with a hole where the checksums belong, but for the one of a last
   * chunk that is shorter than the others: that one Hadoop reads from the file itself.
   */
  static void writeLast(Path file, ReadHandle object, LinkedBlock block) throws IOException {
    int rest = (int) (block.length() % CHUNK);
    byte[] data = new byte[rest];
    read(object, block.offset() + block.length() - rest, data, rest);
    writeEnds(file, block.length(), sums(data, rest));
  }

  /** Writes what is short at once: zeros are as good as a hole. */
  private static void writeEnds(Path file, long length, byte[] last) throws IOException {
    long size = fileLength(length);
    byte[] start = Arrays.copyOf(HEADER, size > SHORT ? HEADER.length : (int) size);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      if (size <= SHORT) {
        System.arraycopy(last, 0, start, start.length - last.length, last.length);
        out.write(start);
        return;
      }
      out.write(start);
      out.setLength(size);
      out.seek(size - last.length);
      out.write(last);
    }
  }

  /** Reads so many bytes of an object. */
  public static void read(ReadHandle object, long position, byte[] data, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(data, 0, length);
    while (buffer.hasRemaining()) {
      if (object.read(position + buffer.position(), buffer) < 0) {
        throw new EOFException("the object ended at " + (position + buffer.position()));
      }
    }
  }
}
