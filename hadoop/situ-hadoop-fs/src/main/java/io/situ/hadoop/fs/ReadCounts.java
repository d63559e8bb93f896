package io.situ.hadoop.fs;

import io.situ.hadoop.fs.SituStatistics.Distance;
import io.situ.storage.StoreObject;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.fs.statistics.impl.DynamicIOStatisticsBuilder;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;

/**
 * Counts what one input stream hands to its reader. Hadoop's statistics see every byte at once;
 * distances are passed on in batches, at the latest by {@link #publish}. Safe for use by many
 * threads.
 */
final class ReadCounts {

  /** Prefix of the counters by distance, for instance {@code stream_read_bytes_local}. */
  static final String BY_DISTANCE = StreamStatisticNames.STREAM_READ_BYTES + "_";

  private static final Distance[] DISTANCES = Distance.values();
  private static final long BATCH = 1 << 20;

  private final StreamContext context;
  private final Locality locality;
  private final IOStatisticsAggregator aggregator =
      IOStatisticsContext.getCurrentIOStatisticsContext().getAggregator();

  private final long[] bytes = new long[DISTANCES.length];
  private final long[] published = new long[DISTANCES.length];
  private Locality.Span span = Locality.Span.EMPTY;
  private long operations;
  private long unpublished;

  /** Bytes read one by one and not yet counted. Guarded by the stream; others may see it late. */
  private int single;

  final LongAdder fetched = new LongAdder();
  final LongAdder seeks = new LongAdder();
  final LongAdder failures = new LongAdder();
  final LongAdder unbuffered = new LongAdder();
  final LongAdder vectoredOperations = new LongAdder();
  final LongAdder vectoredRanges = new LongAdder();
  final LongAdder vectoredReads = new LongAdder();

  ReadCounts(StreamContext context, Locality.Placement placement) {
    this.context = context;
    this.locality = new Locality(placement, context.here());
  }

  /** One byte went to the reader of the sequence; {@link #delivered} follows later. */
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

  /** {@code count} bytes from {@code position} on went to the reader in one call. */
  synchronized void delivered(StoreObject object, long position, long count) {
    operations++;
    unpublished += count;
    if (span.holds(position, position + count)) {
      bytes[span.distance().ordinal()] += count;
    } else {
      spread(object, position, position + count);
    }
    context.statistics().ifPresent(s -> s.incrementBytesRead(count));
    if (unpublished >= BATCH) {
      publish();
    }
  }

  private void spread(StoreObject object, long from, long to) {
    long position = from;
    while (position < to) {
      span = locality.at(object, position);
      long part = Math.min(to, span.end()) - position;
      bytes[span.distance().ordinal()] += part;
      position += part;
    }
  }

  /** Passes on what is held back. */
  synchronized void publish() {
    unpublished = 0;
    for (Distance distance : DISTANCES) {
      long more = bytes[distance.ordinal()] - published[distance.ordinal()];
      if (more > 0) {
        published[distance.ordinal()] = bytes[distance.ordinal()];
        context.totals().addRead(distance, more);
        publishToHadoop(distance, more);
      }
    }
  }

  /** Hadoop's distances: 0 this host, 2 the same rack, 4 another one; it has none for unknown. */
  private void publishToHadoop(Distance distance, long more) {
    if (distance != Distance.UNKNOWN) {
      int hops = distance.ordinal() * 2;
      context.statistics().ifPresent(s -> s.incrementBytesReadByDistance(hops, more));
    }
  }

  /** Passes everything on, also to the thread that opened the stream. */
  void close() {
    publish();
    aggregator.aggregate(statistics());
  }

  private synchronized long total() {
    long sum = single;
    for (long count : bytes) {
      sum += count;
    }
    return sum;
  }

  private synchronized long of(Distance distance) {
    return bytes[distance.ordinal()];
  }

  private synchronized long operations() {
    return operations;
  }

  /** Counters that move with the stream. */
  IOStatistics statistics() {
    DynamicIOStatisticsBuilder builder =
        IOStatisticsBinding.dynamicIOStatistics()
            .withLongFunctionCounter(StreamStatisticNames.STREAM_READ_BYTES, k -> total())
            .withLongFunctionCounter(
                StreamStatisticNames.STREAM_READ_OPERATIONS, k -> operations());
    for (Distance distance : DISTANCES) {
      String name = BY_DISTANCE + distance.name().toLowerCase(Locale.ROOT);
      builder.withLongFunctionCounter(name, k -> of(distance));
    }
    add(builder, StreamStatisticNames.STREAM_READ_TOTAL_BYTES, fetched);
    add(builder, StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS, seeks);
    add(builder, StreamStatisticNames.STREAM_READ_EXCEPTIONS, failures);
    add(builder, StreamStatisticNames.STREAM_READ_UNBUFFERED, unbuffered);
    add(builder, StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, vectoredOperations);
    add(builder, StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, vectoredRanges);
    add(builder, StreamStatisticNames.STREAM_READ_VECTORED_COMBINED_RANGES, vectoredReads);
    return builder.build();
  }

  private static void add(DynamicIOStatisticsBuilder builder, String name, LongAdder adder) {
    builder.withLongFunctionCounter(name, k -> adder.sum());
  }
}
