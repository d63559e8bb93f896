// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.BadShuffleOutputException;
import io.situ.spark.shuffle.output.MapOutputId;
import io.situ.spark.shuffle.output.MapOutputReader;
import io.situ.spark.shuffle.output.PartitionRange;
import io.situ.spark.shuffle.output.RangeStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkEnv;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.storage.ShuffleBlockId;

/**
 * The blocks of a reduce task, one after the other, decrypted and decompressed. A failure to read
 * one is Spark's {@link FetchFailedException}, which has the map run again, unless this host does
 * not show the application's directory. Not thread-safe.
 */
final class BlockStreams implements AutoCloseable {

  private final SharedOutputs outputs;
  private final MapOutputReader reader;
  private final Deque<MapRange> ranges;
  private final boolean join;
  private final ShuffleReadMetricsReporter metrics;
  private MapRange range;
  private RangeStream stream;
  private int next;

  /** Where the next block begins in the stream of its range. */
  private long start;

  /** What is too short for the metric, which is in milliseconds. */
  private long waitedNanos;

  /**
   * @param join whether all blocks of a map are read as one
   */
  BlockStreams(
      SharedOutputs outputs,
      MapOutputReader reader,
      List<MapRange> ranges,
      boolean join,
      ShuffleReadMetricsReporter metrics) {
    this.outputs = outputs;
    this.reader = reader;
    this.ranges = new ArrayDeque<>(ranges);
    this.join = join;
    this.metrics = metrics;
  }

  /**
   * Returns the next block that has bytes; null if there is none. What is left of the one before is
   * skipped.
   */
  InputStream next() {
    try {
      skipEmpty();
      while (range == null || next > range.request().last()) {
        if (ranges.isEmpty()) {
          return null;
        }
        open(ranges.remove());
        skipEmpty();
      }
      return block();
    } catch (IOException e) {
      throw unchecked(failure(e));
    } catch (InterruptedException e) {
      throw unchecked(e);
    }
  }

  /** No bytes are no stream to those who decrypt and decompress. */
  private void skipEmpty() {
    while (range != null && next <= range.request().last() && stream.range().length(next) == 0) {
      next++;
    }
  }

  private void open(MapRange opened) throws IOException, InterruptedException {
    range = opened;
    next = opened.request().first();
    start = 0;
    long began = System.nanoTime();
    stream = reader.next();
    waited(System.nanoTime() - began);
  }

  private void waited(long nanos) {
    waitedNanos += nanos;
    long millis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
    if (millis > 0) {
      metrics.incFetchWaitTime(millis);
      waitedNanos -= TimeUnit.MILLISECONDS.toNanos(millis);
    }
  }

  private InputStream block() throws IOException {
    PartitionRange read = stream.range();
    int first = next;
    int last = join ? range.request().last() : first;
    long length = 0;
    for (int partition = first; partition <= last; partition++) {
      length += read.length(partition);
    }
    skipTo(start);
    start += length;
    next = last + 1;
    metrics.incRemoteBytesRead(length);
    metrics.incRemoteBlocksFetched(last - first + 1L);
    MapOutputId output = range.request().output();
    return SparkEnv.get()
        .serializerManager()
        .wrapStream(
            new ShuffleBlockId(output.shuffle(), output.map(), first), new BlockStream(length));
  }

  private void skipTo(long position) throws IOException {
    try {
      stream.skipNBytes(position - stream.position());
    } finally {
      waited(stream.takeWaitedNanos());
    }
  }

  /** The bytes of one block in the stream of its range. */
  private final class BlockStream extends InputStream {

    private final RangeStream whole = stream;
    private final long end;

    BlockStream(long length) {
      this.end = whole.position() + length;
    }

    @Override
    public int read() {
      if (whole.position() >= end) {
        return -1;
      }
      try {
        return whole.read();
      } catch (IOException e) {
        throw unchecked(failure(e));
      } finally {
        waited(whole.takeWaitedNanos());
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      long left = end - whole.position();
      if (left <= 0) {
        return length == 0 ? 0 : -1;
      }
      try {
        return whole.read(target, offset, (int) Math.min(length, left));
      } catch (IOException e) {
        throw unchecked(failure(e));
      } finally {
        waited(whole.takeWaitedNanos());
      }
    }

    @Override
    public int available() {
      return (int) Math.min(whole.available(), end - whole.position());
    }
  }

  private Exception failure(IOException cause) {
    if (!(cause instanceof BadShuffleOutputException)) {
      return cause;
    }
    try {
      outputs.requireVisible(cause);
    } catch (IOException invisible) {
      return invisible;
    }
    MapOutputId output = range.request().output();
    return new FetchFailedException(
        range.location(),
        output.shuffle(),
        output.map(),
        range.mapIndex(),
        range.request().first(),
        cause.getMessage(),
        cause);
  }

  /** Throws what Scala's callers expect, which Java's compiler does not know of. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> RuntimeException unchecked(Exception failure) throws E {
    throw (E) failure;
  }

  @Override
  public void close() {
    reader.close();
  }
}
