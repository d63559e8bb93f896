package io.situ.hadoop.fs;

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
 * Reads one file of a store. Positioned and vectored reads are safe for use by many threads beside
 * one that reads in sequence; calls that move the position take turns.
 */
final class SituInputStream extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        HasEnhancedByteBufferAccess,
        CanUnbuffer,
        CanSetReadahead,
        CanSetDropBehind,
        StreamCapabilities,
        IOStatisticsSource {

  /**
   * Largest piece read into a byte array at once: the driver copies it, so it should stay cached.
   */
  private static final int ARRAY_PIECE = 1 << 20;

  private final String name;
  private final int readAhead;
  private final ReadCounts counts;
  private final LazyFile file;
  private final ReadBuffer buffer;
  private final LentBuffers lent = new LentBuffers();
  private long position;

  SituInputStream(StreamContext context, ReadSource source) {
    this.name = source.name();
    this.readAhead = context.readAhead();
    this.counts = new ReadCounts(context, source.placement());
    this.file = new LazyFile(source, counts);
    this.buffer = new ReadBuffer(file, source.policy(), readAhead);
  }

  @Override
  public synchronized int read() throws IOException {
    file.checkOpen();
    if (buffer.held(position) == 0) {
      settle();
      if (!buffer.fill(position, 1)) {
        return -1;
      }
    }
    counts.oneByte();
    return buffer.get(position++) & 0xff;
  }

  @Override
  public synchronized int read(byte[] target, int offset, int length) throws IOException {
    file.checkOpen();
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length > 0 && buffer.held(position) >= length) {
      buffer.get(position, target, offset, length);
      return advance(length);
    }
    return readOn(ByteBuffer.wrap(target, offset, length));
  }

  @Override
  public synchronized int read(ByteBuffer target) throws IOException {
    file.checkOpen();
    return readOn(target);
  }

  private int readOn(ByteBuffer target) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    int before = target.remaining();
    long at = position;
    while (target.hasRemaining()) {
      int count = readPart(at, target);
      if (count < 0) {
        break;
      }
      at += count;
    }
    int count = before - target.remaining();
    return count == 0 ? -1 : advance(count);
  }

  private int readPart(long at, ByteBuffer target) throws IOException {
    int held = buffer.held(at);
    if (held == 0) {
      if (buffer.passes(at, target.remaining())) {
        return readPiece(target, piece -> buffer.pass(at, piece));
      }
      if (!buffer.fill(at, target.remaining())) {
        return -1;
      }
      held = buffer.held(at);
    }
    int count = Math.min(held, target.remaining());
    buffer.get(at, target, count);
    return count;
  }

  /** Counts the bytes that were read one by one, which end at the position. */
  private void settle() throws IOException {
    int single = counts.takeSingle();
    if (single > 0) {
      counts.delivered(file.object(), position - single, single);
    }
  }

  private int advance(int count) throws IOException {
    settle();
    counts.delivered(file.object(), position, count);
    position += count;
    return count;
  }

  @FunctionalInterface
  private interface Reading {
    int into(ByteBuffer piece) throws IOException;
  }

  private static int readPiece(ByteBuffer target, Reading reading) throws IOException {
    if (target.isDirect() || target.remaining() <= ARRAY_PIECE) {
      return reading.into(target);
    }
    int limit = target.limit();
    target.limit(target.position() + ARRAY_PIECE);
    try {
      return reading.into(target);
    } finally {
      target.limit(limit);
    }
  }

  @Override
  public int read(long from, byte[] target, int offset, int length) throws IOException {
    validatePositionedReadArgs(from, target, offset, length);
    return read(from, ByteBuffer.wrap(target, offset, length));
  }

  @Override
  public int read(long from, ByteBuffer target) throws IOException {
    file.checkOpen();
    checkPosition(from);
    int before = target.remaining();
    long at = from;
    int count = before == 0 ? 0 : -1;
    while (target.hasRemaining()) {
      long next = at;
      count = readPiece(target, piece -> file.read(next, piece));
      if (count < 0) {
        break;
      }
      at += count;
    }
    if (at > from) {
      counts.delivered(file.object(), from, at - from);
      return (int) (at - from);
    }
    return count;
  }

  @Override
  public void readFully(long from, ByteBuffer target) throws IOException {
    int wanted = target.remaining();
    if (read(from, target) < wanted) {
      throw new EOFException(name + ": " + FSExceptionMessages.EOF_IN_READ_FULLY);
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
    return lent.lend(pool, maxLength, this::readOn);
  }

  @Override
  public synchronized void releaseBuffer(ByteBuffer target) {
    lent.giveBack(target);
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    file.checkOpen();
    if (target == position) {
      return;
    }
    if (target < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK + " " + target + " in " + name);
    }
    if (!file.reaches(target)) {
      throw new EOFException(
          FSExceptionMessages.CANNOT_SEEK_PAST_EOF + " " + target + " in " + name);
    }
    settle();
    counts.seeks.increment();
    position = target;
  }

  private void checkPosition(long from) throws EOFException {
    if (from < 0) {
      throw new EOFException("position is negative: " + from + " in " + name);
    }
  }

  @Override
  public synchronized long getPos() {
    return position;
  }

  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public synchronized long skip(long count) throws IOException {
    file.checkOpen();
    long skipped = Math.min(count, file.object().size() - position);
    if (skipped <= 0) {
      return 0;
    }
    settle();
    position += skipped;
    return skipped;
  }

  @Override
  public synchronized int available() throws IOException {
    file.checkOpen();
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, file.object().size() - position));
  }

  @Override
  public synchronized void unbuffer() {
    buffer.release();
    counts.unbuffered.increment();
    try {
      settle();
    } catch (IOException gone) {
      counts.failures.increment();
    }
    counts.publish();
  }

  @Override
  public synchronized void setReadahead(Long bytes) throws IOException {
    file.checkOpen();
    if (bytes != null && bytes < 0) {
      throw new IllegalArgumentException("negative read-ahead " + bytes + " for " + name);
    }
    long size = bytes == null ? readAhead : bytes;
    buffer.setMost((int) Math.min(size, DirectBuffers.LARGEST));
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
      buffer.release();
      lent.close();
      try {
        settle();
        file.close();
      } finally {
        counts.close();
      }
    }
  }

  @Override
  public String toString() {
    return "SituInputStream{" + name + " at " + position + "}";
  }
}
