// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private enum Mode {
    MD5MD5CRC,
    COMPOSITE_CRC
  }

  static final String MODE_KEY = "dfs.checksum.combine.mode";
  static final String BYTES_PER_CRC_KEY = "dfs.bytes-per-checksum";

  private static final Logger LOG = LoggerFactory.getLogger(SituChecksums.class);
  private static final int BYTES_PER_CRC_DEFAULT = 512;
  private static final int PIECE = 1 << 20;
  private static final long COMPOSITE_PART = 32L << 20;
  private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());
  private static final ExecutorService WORKERS = DaemonThreadPools.pool("situ-checksum", THREADS);

  /** Parts of one file that are read, waiting for a thread, or not yet taken. */
  static final int MAX_AHEAD = 2 * THREADS;

  private final Mode mode;
  private final long blockSize;
  private final int bytesPerCrc;

  private SituChecksums(Mode mode, long blockSize, int bytesPerCrc) {
    this.mode = mode;
    this.blockSize = blockSize;
    this.bytesPerCrc = bytesPerCrc;
  }

  /**
   * What {@code conf} asks for. A mode that HDFS does not have, also one in small letters or with
   * spaces, is reported and taken for the one that HDFS takes then, {@link Mode#MD5MD5CRC}.
   *
   * @param blockSize the size HDFS would cut the file at, bytes
   * @throws IOException if the bytes per CRC are no whole number from 1 on; the message names the
   *     key
   */
  public static SituChecksums of(Configuration conf, long blockSize) throws IOException {
    return new SituChecksums(mode(conf), blockSize, bytesPerCrc(conf));
  }

  private static Mode mode(Configuration conf) {
    String mode = conf.get(MODE_KEY, Mode.COMPOSITE_CRC.name());
    try {
      return Mode.valueOf(mode);
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "{} is '{}', which is not one of {}: {} is used, as HDFS does",
          MODE_KEY,
          mode,
          Arrays.toString(Mode.values()),
          Mode.MD5MD5CRC);
      return Mode.MD5MD5CRC;
    }
  }

  private static int bytesPerCrc(Configuration conf) throws IOException {
    int bytes = 0;
    try {
      bytes = conf.getInt(BYTES_PER_CRC_KEY, BYTES_PER_CRC_DEFAULT);
    } catch (NumberFormatException e) {
      LOG.debug("no number", e);
    }
    if (bytes < 1) {
      throw new IOException(
          BYTES_PER_CRC_KEY
              + " is '"
              + conf.get(BYTES_PER_CRC_KEY)
              + "' and must be a whole number from 1 on, such as "
              + BYTES_PER_CRC_DEFAULT);
    }
    return bytes;
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
    CrcComposer whole = CrcComposer.newCrcComposer(DataChecksum.Type.CRC32C, COMPOSITE_PART);
    Parts parts = new Parts(file, end, COMPOSITE_PART, COMPOSITE_PART);
    parts.each(ChunkCrcs::only, whole::update);
    return new CompositeCrcFileChecksum(
        CrcUtil.readInt(whole.digest(), 0), DataChecksum.Type.CRC32C, bytesPerCrc);
  }

  private FileChecksum md5(ReadHandle file, long end) throws IOException {
    DataOutputBuffer blocks = new DataOutputBuffer();
    Parts parts = new Parts(file, end, blockSize, bytesPerCrc);
    parts.each(ChunkCrcs::md5, (md5, length) -> new MD5Hash(md5).write(blocks));
    // HDFS digests the whole of this buffer, unused room included.
    MD5Hash all = MD5Hash.digest(blocks.getData());
    long crcsPerBlock = end > blockSize ? blockSize / bytesPerCrc : 0;
    return new MD5MD5CRC32CastagnoliFileChecksum(bytesPerCrc, crcsPerBlock, all);
  }

  /** Takes the result of one part and how many bytes the part has. */
  private interface Sink<T> {
    void take(T result, long length) throws IOException;
  }

  /** The parts that the first {@code end} bytes of a file are read in. */
  private record Parts(ReadHandle file, long end, long size, long perCrc) {

    /**
     * Hands what is kept of each part to {@code sink}, in order. However large the file is, only a
     * few parts are read, waited for and held at a time.
     */
    <T> void each(Function<ChunkCrcs, T> kept, Sink<T> sink) throws IOException {
      if (end <= size) {
        sink.take(kept.apply(part(file, 0, end, perCrc)), end);
        return;
      }
      Deque<Future<T>> ahead = new ArrayDeque<>();
      try {
        long next = 0;
        for (long start = 0; start < end; start += size) {
          for (; next < end && ahead.size() < MAX_AHEAD; next += size) {
            ahead.add(submit(next, kept));
          }
          sink.take(result(ahead.remove()), Math.min(size, end - start));
        }
      } finally {
        ahead.forEach(part -> part.cancel(false));
      }
    }

    private <T> Future<T> submit(long from, Function<ChunkCrcs, T> kept) {
      long to = Math.min(end, from + size);
      return WORKERS.submit(() -> kept.apply(part(file, from, to, perCrc)));
    }
  }

  private static <T> T result(Future<T> part) throws IOException {
    try {
      return part.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while computing a checksum");
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException io ? io : new IOException(failed.getCause());
    }
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
