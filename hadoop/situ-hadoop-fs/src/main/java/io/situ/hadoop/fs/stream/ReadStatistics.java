// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.compat.ThreadStatistics;
import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreObject;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.DynamicIOStatisticsBuilder;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

/**
 * Counts what one input stream hands to its reader. Hadoop's statistics see every byte at once;
 * distances are passed on in batches, at the latest by {@link #publish}. Thread-safe.
 */
final class ReadStatistics {

  /** Prefix of the counters by distance, for instance {@code stream_read_bytes_local}. */
  static final String BY_DISTANCE = StreamStatisticNames.STREAM_READ_BYTES + "_";

  private static final Distance[] DISTANCES = Distance.values();
  private static final long BATCH = 1 << 20;

  private final StreamContext context;
  private final FileSystem.Statistics hadoop;
  private final LocalityTracker locality;
  private final ReadHandle file;
  private final IOStatisticsAggregator aggregator = ThreadStatistics.ofThisThread().aggregator();

  private final LongAdder[] bytes = new LongAdder[DISTANCES.length];
  private final long[] published = new long[DISTANCES.length];

  /** The span last asked for. Immutable, so a late look at it does no harm. */
  private LocalityTracker.Span span = LocalityTracker.Span.EMPTY;

  /** Roughly: threads may overwrite each other, and then publishing comes a little later. */
  private long unpublished;

  /** Bytes read one by one and not yet counted. Guarded by the stream; others may see it late. */
  private int single;

  /** Guarded by the stream, as the next two; others may see them late. */
  private long sequentialReads;

  private long seeks;
  private long readAhead;

  private final LongAdder positionedReads = new LongAdder();
  private final LongAdder positionedBytes = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder unbuffered = new LongAdder();
  private final LongAdder vectoredReads = new LongAdder();
  private final LongAdder vectoredRanges = new LongAdder();
  private final LongAdder vectoredGroups = new LongAdder();

  ReadStatistics(StreamContext context, ReadSource source) {
    this.context = context;
    this.file = source.handle();
    this.hadoop = context.statistics().orElse(null);
    this.locality = new LocalityTracker(source.placement(), context.here());
    Arrays.setAll(bytes, i -> new LongAdder());
  }

  /** One byte went to the reader of the sequence; {@link #sequential} follows later. */
  void oneByte() {
    single++;
  }

  /** How many single bytes wait to be counted; they are the caller's from now on. */
  int takeSingle() {
    int waiting = single;
    if (waiting > 0) {
      single = 0;
    }
    return waiting;
  }

  /** A jump in the sequence. */
  void seek() {
    seeks++;
  }

  /** Bytes the store gave to the reader of the sequence or to its buffer. */
  void fetched(int count) {
    readAhead += count;
  }

  void failed() {
    failures.increment();
  }

  void unbuffered() {
    unbuffered.increment();
  }

  /** The reader of the sequence got {@code count} bytes from {@code position} on in one call. */
  void sequential(StoreObject object, long position, long count) {
    sequentialReads++;
    ofThisThread(count);
    delivered(object, position, count);
  }

  /** A reader got {@code count} bytes from {@code position} on, straight from the store. */
  void positioned(StoreObject object, long position, long count) {
    ofThisThread(count);
    ranged(object, position, count);
  }

  /**
   * The calling thread asked for several ranges, of so many bytes together, which are read in so
   * many groups. For Hadoop, whose engines take from it what a task read, the bytes are this
   * thread's from now on, whichever thread reads them; {@link #ranged} follows for each.
   */
  void vectored(int ranges, int groups, long count) {
    vectoredReads.increment();
    vectoredRanges.add(ranges);
    vectoredGroups.add(groups);
    ofThisThread(count);
  }

  /** A range of a vectored read was read. */
  void ranged(StoreObject object, long position, long count) {
    positionedReads.increment();
    positionedBytes.add(count);
    delivered(object, position, count);
  }

  private void ofThisThread(long count) {
    if (hadoop != null) {
      hadoop.incrementBytesRead(count);
    }
  }

  private void delivered(StoreObject object, long position, long count) {
    LocalityTracker.Span last = span;
    if (last.holds(position, position + count)) {
      add(last, position, count);
    } else {
      spread(object, position, position + count);
    }
    unpublished += count;
    if (unpublished >= BATCH) {
      publish();
    }
  }

  /** The bytes around {@code position} that are as far away as that one. */
  synchronized LocalityTracker.Span around(StoreObject object, long position) {
    if (!span.holds(position, position + 1)) {
      span = locality.spanAt(object, position);
    }
    return span;
  }

  private synchronized void spread(StoreObject object, long from, long to) {
    long position = from;
    while (position < to) {
      LocalityTracker.Span next = locality.spanAt(object, position);
      long part = Math.min(to, next.end()) - position;
      add(next, position, part);
      position += part;
      span = next;
    }
  }

  /**
   * A copy that is not the first may be here and not have been read: then the store measured it.
   */
  private void add(LocalityTracker.Span near, long position, long count) {
    long elsewhere =
        near.distance() == Distance.LOCAL && !near.first()
            ? file.remoteBytes(position, count).orElse(0)
            : 0;
    bytes[near.distance().ordinal()].add(count - elsewhere);
    if (elsewhere > 0) {
      bytes[Distance.REMOTE.ordinal()].add(elsewhere);
    }
  }

  /** Passes on what is held back. */
  synchronized void publish() {
    unpublished = 0;
    for (Distance distance : DISTANCES) {
      long now = bytes[distance.ordinal()].sum();
      long more = now - published[distance.ordinal()];
      if (more > 0) {
        published[distance.ordinal()] = now;
        context.totals().addRead(distance, more);
        publishToHadoop(distance, more);
      }
    }
  }

  /** Hadoop's distances: 0 this host, 2 the same rack, 4 another one; it has none for unknown. */
  private void publishToHadoop(Distance distance, long more) {
    if (hadoop != null && distance != Distance.UNKNOWN) {
      hadoop.incrementBytesReadByDistance(distance.ordinal() * 2, more);
    }
  }

  /** Passes everything on, also to the thread that opened the stream. */
  void close() {
    publish();
    aggregator.aggregate(statistics());
  }

  private long total() {
    long sum = single;
    for (LongAdder adder : bytes) {
      sum += adder.sum();
    }
    return sum;
  }

  /** Counters that move with the stream. */
  IOStatistics statistics() {
    DynamicIOStatisticsBuilder builder = IOStatisticsBinding.dynamicIOStatistics();
    builder
        .withLongFunctionCounter(StreamStatisticNames.STREAM_READ_BYTES, k -> total())
        .withLongFunctionCounter(
            StreamStatisticNames.STREAM_READ_OPERATIONS,
            k -> sequentialReads + positionedReads.sum())
        .withLongFunctionCounter(
            StreamStatisticNames.STREAM_READ_TOTAL_BYTES, k -> readAhead + positionedBytes.sum())
        .withLongFunctionCounter(StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS, k -> seeks);
    for (Distance distance : DISTANCES) {
      String name = BY_DISTANCE + distance.name().toLowerCase(Locale.ROOT);
      add(builder, name, bytes[distance.ordinal()]);
    }
    add(builder, StreamStatisticNames.STREAM_READ_EXCEPTIONS, failures);
    add(builder, StreamStatisticNames.STREAM_READ_UNBUFFERED, unbuffered);
    add(builder, StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, vectoredReads);
    add(builder, StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, vectoredRanges);
    add(builder, StreamStatisticNames.STREAM_READ_VECTORED_COMBINED_RANGES, vectoredGroups);
    return builder.build();
  }

  private static void add(DynamicIOStatisticsBuilder builder, String name, LongAdder adder) {
    builder.withLongFunctionCounter(name, k -> adder.sum());
  }
}
