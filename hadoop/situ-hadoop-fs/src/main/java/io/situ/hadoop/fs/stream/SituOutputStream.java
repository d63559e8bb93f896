// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.compat.ThreadStatistics;
import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.storage.Capability;
import io.situ.storage.WriteHandle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

/**
 * Writes one file of a store. Counts into Hadoop's statistics itself, a buffer's bytes at a time,
 * so {@code FSDataOutputStream} is to be given none. After a failed write every call but {@link
 * #close} and {@link #abort} fails with the first failure, and so does the first {@link #close}: a
 * writer that overlooks an exception cannot take the file for complete. Calls of several threads
 * take turns.
 */
public final class SituOutputStream extends OutputStream
    implements Syncable, StreamCapabilities, Abortable, IOStatisticsSource {

  /** What the store can do for this file. */
  private final Predicate<Capability> able;

  private final String name;
  private final StreamContext context;
  private final WriteHandle handle;
  private final IOStatisticsAggregator aggregator = ThreadStatistics.ofThisThread().aggregator();
  private ByteBuffer buffer;
  private IOException failure;
  private boolean closed;
  private volatile long bytes;
  private volatile long flushes;
  private volatile long syncs;
  private long published;

  /**
   * @param name the file as its writer names it, for messages
   */
  public SituOutputStream(
      StreamContext context, Predicate<Capability> able, String name, WriteHandle handle) {
    this.context = context;
    this.able = able;
    this.name = name;
    this.handle = handle;
  }

  @Override
  public synchronized void write(int value) throws IOException {
    flushIfFull();
    buffer.put((byte) value);
    bytes = bytes + 1;
  }

  @Override
  public synchronized void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    int end = offset + length;
    int at = offset;
    while (at < end) {
      flushIfFull();
      int part = Math.min(buffer.remaining(), end - at);
      buffer.put(source, at, part);
      at += part;
    }
    checkUsable();
    bytes = bytes + length;
  }

  private void flushIfFull() throws IOException {
    checkUsable();
    if (buffer == null) {
      int size = Math.min(context.writeBuffer(), DirectBuffers.LARGEST);
      buffer = DirectBuffers.shared().acquire(size);
    } else if (!buffer.hasRemaining()) {
      drain();
    }
  }

  private void drain() throws IOException {
    checkUsable();
    publish();
    if (buffer != null && buffer.position() > 0) {
      attempt(() -> handle.write(buffer.flip()));
      buffer.clear();
    }
  }

  @FunctionalInterface
  private interface Attempt {
    void run() throws IOException;
  }

  private void attempt(Attempt attempt) throws IOException {
    try {
      attempt.run();
    } catch (IOException | RuntimeException first) {
      failure = first instanceof IOException known ? known : new IOException(name, first);
      throw first;
    }
  }

  private void checkUsable() throws IOException {
    if (closed) {
      throw new IOException(name + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
    if (failure != null) {
      throw new IOException(name + ": an earlier write failed", failure);
    }
  }

  private void publish() {
    long more = bytes - published;
    if (more > 0) {
      published = bytes;
      context.totals().addWritten(more);
      context.statistics().ifPresent(s -> s.incrementBytesWritten(more));
    }
  }

  /** Hands what is gathered to the store. Says nothing about who sees it. */
  @Override
  public synchronized void flush() throws IOException {
    if (!closed) {
      drain();
    }
  }

  @Override
  public synchronized void hflush() throws IOException {
    require(Capability.FLUSH, "hflush");
    drain();
    attempt(handle::flush);
    flushes = flushes + 1;
  }

  @Override
  public synchronized void hsync() throws IOException {
    require(Capability.SYNC, "hsync");
    drain();
    attempt(handle::sync);
    syncs = syncs + 1;
  }

  private void require(Capability capability, String call) throws IOException {
    checkUsable();
    if (!able.test(capability)) {
      throw new UnsupportedOperationException(
          call
              + " on "
              + name
              + ": the store cannot make written bytes "
              + (capability == Capability.SYNC ? "durable" : "visible")
              + " before close");
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    IOException first = failure;
    try {
      if (first == null) {
        drain();
      }
    } catch (IOException late) {
      first = late;
    }
    end();
    try {
      handle.close();
    } catch (IOException late) {
      first = first == null ? late : first;
    }
    if (first != null) {
      throw first == failure ? new IOException(name + ": " + first.getMessage(), first) : first;
    }
  }

  private void end() {
    closed = true;
    publish();
    if (buffer != null) {
      DirectBuffers.shared().release(buffer);
      buffer = null;
    }
    aggregator.aggregate(getIOStatistics());
  }

  /** Ends writing and takes a file this stream created away. What was appended stays. */
  @Override
  public synchronized AbortableResult abort() {
    boolean before = closed;
    IOException problem = null;
    if (!closed) {
      end();
      try {
        handle.abort();
      } catch (IOException failed) {
        problem = failed;
      }
    }
    return new Aborted(before, problem);
  }

  private record Aborted(boolean alreadyClosed, IOException anyCleanupException)
      implements AbortableResult {}

  /** Abort is declared only where no reader can have seen the file before it is complete. */
  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case "hflush" -> able.test(Capability.FLUSH);
      case StreamCapabilities.HSYNC -> able.test(Capability.SYNC);
      case StreamCapabilities.ABORTABLE_STREAM -> !able.test(Capability.VISIBLE_ON_CREATE);
      case StreamCapabilities.IOSTATISTICS, StreamCapabilities.IOSTATISTICS_CONTEXT -> true;
      default -> false;
    };
  }

  @Override
  public IOStatistics getIOStatistics() {
    return IOStatisticsBinding.dynamicIOStatistics()
        .withLongFunctionCounter(StreamStatisticNames.STREAM_WRITE_BYTES, k -> bytes)
        .withLongFunctionCounter("op_hflush", k -> flushes)
        .withLongFunctionCounter("op_hsync", k -> syncs)
        .withLongFunctionCounter(
            StreamStatisticNames.STREAM_WRITE_EXCEPTIONS, k -> failure == null ? 0 : 1)
        .build();
  }

  @Override
  public String toString() {
    return "SituOutputStream{" + name + ", " + bytes + " bytes}";
  }
}
