// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32CastagnoliFileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32GzipFileChecksum;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.CrcComposer;
import org.apache.hadoop.util.CrcUtil;
import org.apache.hadoop.util.DataChecksum;

/**
 * File checksums equal to what HDFS answers for the same bytes, so that DistCp compares truthfully.
 *
 * <p>HDFS has two kinds, chosen by {@code dfs.checksum.combine.mode}. {@link Mode#COMPOSITE_CRC} is
 * the CRC32C of the whole file and depends on nothing else; it is used where none was chosen.
 * {@link Mode#MD5MD5CRC}, the default of HDFS clients, also depends on the block size and on the
 * bytes per CRC, and is equal where HDFS has the same ones. The sources are {@code
 * FileChecksumHelper} of the HDFS client and {@code BlockChecksumHelper} of the DataNode.
 */
public final class SituChecksums {

  /** What HDFS lets its users choose from. */
  enum Mode {
    MD5MD5CRC,
    COMPOSITE_CRC
  }

  static final String MODE_KEY = "dfs.checksum.combine.mode";
  static final String BYTES_PER_CRC_KEY = "dfs.bytes-per-checksum";

  private static final int BYTES_PER_CRC_DEFAULT = 512;
  private static final int PIECE = 1 << 20;
  private static final long COMPOSITE_PART = 32L << 20;
  private static final ExecutorService WORKERS =
      DaemonThreadPools.pool(
          "situ-checksum", Math.min(4, Runtime.getRuntime().availableProcessors()));

  private final Mode mode;
  private final long blockSize;
  private final int bytesPerCrc;

  SituChecksums(Mode mode, long blockSize, int bytesPerCrc) {
    this.mode = mode;
    this.blockSize = blockSize;
    this.bytesPerCrc = bytesPerCrc;
  }

  /**
   * What {@code conf} asks for.
   *
   * @param blockSize the size HDFS would cut the file at, bytes
   */
  public static SituChecksums of(Configuration conf, long blockSize) {
    String mode = conf.getTrimmed(MODE_KEY, Mode.COMPOSITE_CRC.name());
    return new SituChecksums(
        Mode.valueOf(mode.toUpperCase(Locale.ROOT)),
        blockSize,
        conf.getInt(BYTES_PER_CRC_KEY, BYTES_PER_CRC_DEFAULT));
  }

  /** Whether CRCs that were kept can spare reading the file. */
  boolean canCombine() {
    return mode == Mode.COMPOSITE_CRC;
  }

  /**
   * The checksum of a file whose chunks' CRCs are known.
   *
   * @param crcs CRC32C of each chunk in order
   * @param chunkSize bytes in every chunk but the last
   * @param length bytes in all
   */
  FileChecksum combine(int[] crcs, long chunkSize, long length) throws IOException {
    if (length == 0) {
      return empty();
    }
    CrcComposer whole = CrcComposer.newCrcComposer(DataChecksum.Type.CRC32C, chunkSize);
    for (int i = 0; i < crcs.length; i++) {
      whole.update(crcs[i], Math.min(chunkSize, length - i * chunkSize));
    }
    return new CompositeCrcFileChecksum(
        CrcUtil.readInt(whole.digest(), 0), DataChecksum.Type.CRC32C, bytesPerCrc);
  }

  /**
   * Reads the first {@code length} bytes, or all if there are fewer, several parts at once.
   *
   * @throws IOException if reading fails or the file is cut meanwhile
   */
  public FileChecksum compute(ReadHandle file, long length) throws IOException {
    long end = Math.min(length, file.object().size());
    if (end == 0) {
      return empty();
    }
    return mode == Mode.COMPOSITE_CRC ? composite(file, end) : md5(file, end);
  }

  /** What HDFS answers for no bytes, whatever the mode: a value from before there were modes. */
  private static FileChecksum empty() {
    return new MD5MD5CRC32GzipFileChecksum(0, 0, MD5Hash.digest(new byte[32]));
  }

  private FileChecksum composite(ReadHandle file, long end) throws IOException {
    List<ChunkCrcs> parts = parts(file, end, COMPOSITE_PART, COMPOSITE_PART);
    int[] crcs = parts.stream().mapToInt(ChunkCrcs::only).toArray();
    return combine(crcs, COMPOSITE_PART, end);
  }

  private FileChecksum md5(ReadHandle file, long end) throws IOException {
    DataOutputBuffer blocks = new DataOutputBuffer();
    List<ChunkCrcs> parts = parts(file, end, blockSize, bytesPerCrc);
    for (ChunkCrcs part : parts) {
      new MD5Hash(part.md5()).write(blocks);
    }
    // HDFS digests the whole of this buffer, unused room included.
    MD5Hash all = MD5Hash.digest(blocks.getData());
    long crcsPerBlock = parts.size() > 1 ? blockSize / bytesPerCrc : 0;
    return new MD5MD5CRC32CastagnoliFileChecksum(bytesPerCrc, crcsPerBlock, all);
  }

  private static List<ChunkCrcs> parts(ReadHandle file, long end, long partSize, long perCrc)
      throws IOException {
    if (end <= partSize) {
      return List.of(part(file, 0, end, perCrc));
    }
    List<Future<ChunkCrcs>> parts = new ArrayList<>();
    for (long start = 0; start < end; start += partSize) {
      long from = start;
      long to = Math.min(end, start + partSize);
      parts.add(WORKERS.submit(() -> part(file, from, to, perCrc)));
    }
    try {
      return join(parts);
    } finally {
      parts.forEach(part -> part.cancel(false));
    }
  }

  private static List<ChunkCrcs> join(List<Future<ChunkCrcs>> parts) throws IOException {
    List<ChunkCrcs> done = new ArrayList<>(parts.size());
    try {
      for (Future<ChunkCrcs> part : parts) {
        done.add(part.get());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while computing a checksum");
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException io ? io : new IOException(failed.getCause());
    }
    return done;
  }

  private static ChunkCrcs part(ReadHandle file, long from, long to, long perCrc)
      throws IOException {
    ChunkCrcs crcs = new ChunkCrcs(perCrc);
    ByteBuffer piece = DirectBuffers.shared().acquire(PIECE);
    try {
      long position = from;
      while (position < to) {
        piece.clear().limit((int) Math.min(piece.capacity(), to - position));
        int count = file.read(position, piece);
        if (count < 0) {
          throw new EOFException(
              file.object().path() + " was cut at byte " + position + " while it was read");
        }
        crcs.update(piece.flip());
        position += count;
      }
      return crcs.end();
    } finally {
      DirectBuffers.shared().release(piece);
    }
  }
}
