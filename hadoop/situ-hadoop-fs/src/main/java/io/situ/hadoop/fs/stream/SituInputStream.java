// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.BorrowedBuffers;
import io.situ.hadoop.fs.buffer.DirectBuffers;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.HasEnhancedByteBufferAccess;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.io.ByteBufferPool;

/**
 * Reads one file of a store. Positioned and vectored reads are thread-safe beside one that reads in
 * sequence; calls that move the position take turns.
 */
public final class SituInputStream extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        HasEnhancedByteBufferAccess,
        CanUnbuffer,
        CanSetReadahead,
        CanSetDropBehind,
        StreamCapabilities,
        IOStatisticsSource {

  private final ReadStatistics counts;
  private final OpenFile file;
  private final SequentialReader sequence;
  private final BorrowedBuffers lent = new BorrowedBuffers();

  public SituInputStream(StreamContext context, ReadSource source) {
    this.counts = new ReadStatistics(context, source);
    this.file = new OpenFile(source, counts);
    this.sequence = new SequentialReader(file, counts, source.policy(), context.readAhead());
  }

  @Override
  public synchronized int read() throws IOException {
    file.checkOpen();
    return sequence.read();
  }

  @Override
  public synchronized int read(byte[] target, int offset, int length) throws IOException {
    file.checkOpen();
    Objects.checkFromIndexSize(offset, length, target.length);
    return sequence.read(target, offset, length);
  }

  @Override
  public synchronized int read(ByteBuffer target) throws IOException {
    file.checkOpen();
    return sequence.read(target);
  }

  @Override
  public int read(long from, byte[] target, int offset, int length) throws IOException {
    validatePositionedReadArgs(from, target, offset, length);
    return read(from, ByteBuffer.wrap(target, offset, length));
  }

  @Override
  public int read(long from, ByteBuffer target) throws IOException {
    file.checkOpen();
    if (from < 0) {
      throw new EOFException("position is negative: " + from + " in " + file.name());
    }
    int count =
        target.isDirect() || target.remaining() <= ReadBuffer.LARGE
            ? file.read(from, target)
            : readPieces(from, target);
    if (count > 0) {
      counts.positioned(file.object(), from, count);
    }
    return count;
  }

  private int readPieces(long from, ByteBuffer target) throws IOException {
    ByteBuffer piece =
        DirectBuffers.shared().acquire(Math.min(target.remaining(), ReadBuffer.PIECE));
    try {
      int done = 0;
      int count = 0;
      while (target.hasRemaining() && count >= 0) {
        piece.clear().limit(Math.min(piece.capacity(), target.remaining()));
        count = done > 0 && from + done == file.size() ? -1 : file.read(from + done, piece);
        target.put(piece.flip());
        done += Math.max(count, 0);
      }
      return done == 0 ? -1 : done;
    } finally {
      DirectBuffers.shared().release(piece);
    }
  }

  @Override
  public void readFully(long from, ByteBuffer target) throws IOException {
    int wanted = target.remaining();
    if (read(from, target) < wanted) {
      throw new EOFException(file.name() + ": " + FSExceptionMessages.EOF_IN_READ_FULLY);
    }
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    readVectored(ranges, allocate, unused -> {});
  }

  @Override
  public void readVectored(
      List<? extends FileRange> ranges,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release)
      throws IOException {
    file.checkOpen();
    new VectoredRead(file, counts, allocate, release).start(ranges);
  }

  @Override
  public int minSeekForVectorReads() {
    return VectoredRead.GAP;
  }

  @Override
  public int maxReadSizeForVectorReads() {
    return VectoredRead.MOST;
  }

  @Override
  public synchronized ByteBuffer read(
      ByteBufferPool pool, int maxLength, EnumSet<ReadOption> options) throws IOException {
    file.checkOpen();
    return lent.acquire(pool, maxLength, sequence::read);
  }

  @Override
  public synchronized void releaseBuffer(ByteBuffer target) {
    lent.release(target);
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    file.checkOpen();
    sequence.seek(target);
  }

  @Override
  public synchronized long getPos() {
    return sequence.position();
  }

  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public synchronized long skip(long count) throws IOException {
    file.checkOpen();
    return sequence.skip(count);
  }

  @Override
  public synchronized int available() throws IOException {
    file.checkOpen();
    return sequence.available();
  }

  @Override
  public synchronized void unbuffer() {
    sequence.release();
    counts.unbuffered();
    counts.publish();
  }

  @Override
  public synchronized void setReadahead(Long bytes) throws IOException {
    file.checkOpen();
    sequence.setReadAhead(bytes);
  }

  /** A hint that changes nothing: what the kernel keeps cached is its own business. */
  @Override
  public void setDropBehind(Boolean dropCache) throws IOException {
    file.checkOpen();
  }

  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case StreamCapabilities.READAHEAD,
          StreamCapabilities.UNBUFFER,
          StreamCapabilities.READBYTEBUFFER,
          StreamCapabilities.PREADBYTEBUFFER,
          StreamCapabilities.VECTOREDIO,
          StreamCapabilities.IOSTATISTICS,
          StreamCapabilities.IOSTATISTICS_CONTEXT ->
          true;
      default -> false;
    };
  }

  @Override
  public IOStatistics getIOStatistics() {
    return counts.statistics();
  }

  @Override
  public synchronized void close() throws IOException {
    if (!file.isClosed()) {
      sequence.release();
      lent.close();
      try {
        file.close();
      } finally {
        counts.close();
      }
    }
  }

  /** Does not wait for a running read. */
  @Override
  public String toString() {
    return "SituInputStream{" + file.name() + " at " + sequence.position() + "}";
  }
}
