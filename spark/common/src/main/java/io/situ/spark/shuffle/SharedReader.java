// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.MapOutputId;
import io.situ.spark.shuffle.output.RangeRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.InterruptibleIterator;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.io.CompressionCodec;
import org.apache.spark.io.CompressionCodec$;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.shuffle.sort.SortShuffleManager$;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.ShuffleBlockId;
import org.apache.spark.util.TaskCompletionListener;
import scala.Product2;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.collection.Seq;

/** Reads what a reduce task needs from the files of the map attempts that Spark's driver names. */
final class SharedReader<K, C> implements ShuffleReader<K, C> {

  private static final int STEP = 7;

  private final SharedShuffleHandle<K, ?, C> handle;
  private final ReadSpan span;
  private final SharedOutputs outputs;
  private final TaskContext context;
  private final ShuffleReadMetricsReporter metrics;

  SharedReader(
      SharedShuffleHandle<K, ?, C> handle,
      ReadSpan span,
      SharedOutputs outputs,
      TaskContext context,
      ShuffleReadMetricsReporter metrics) {
    this.handle = handle;
    this.span = span;
    this.outputs = outputs;
    this.context = context;
    this.metrics = metrics;
  }

  @Override
  public Iterator<Product2<K, C>> read() {
    List<MapRange> ranges = ranges();
    List<RangeRequest> requests = ranges.stream().map(MapRange::request).toList();
    BlockStreams blocks =
        new BlockStreams(outputs, outputs.reader(requests), ranges, joinsPartitions(), metrics);
    TaskCompletionListener end = ended -> blocks.close();
    context.addTaskCompletionListener(end);
    RecordIterator records =
        new RecordIterator(blocks, handle.dependency().serializer(), context, metrics);
    return new RecordCombiner<>(handle.dependency(), context)
        .combine(new InterruptibleIterator<>(context, records));
  }

  /** Returns the ranges from a map on that differs from task to task. */
  private List<MapRange> ranges() {
    Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> located =
        SparkEnv.get()
            .mapOutputTracker()
            .getMapSizesByExecutorId(
                handle.shuffleId(),
                span.startMap(),
                span.endMap(),
                span.startPartition(),
                span.endPartition());
    List<MapRange> ranges = new ArrayList<>();
    while (located.hasNext()) {
      Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>> map = located.next();
      ranges.add(range(map._1(), listOf(map._2().iterator())));
    }
    // Not all tasks ask for the same file at once, and several bad outputs are found by several.
    Collections.rotate(ranges, -(context.partitionId() * STEP));
    return ranges;
  }

  private static <T> List<T> listOf(Iterator<T> iterator) {
    List<T> list = new ArrayList<>();
    while (iterator.hasNext()) {
      list.add(iterator.next());
    }
    return list;
  }

  private MapRange range(BlockManagerId location, List<Tuple3<BlockId, Object, Object>> blocks) {
    ShuffleBlockId first = (ShuffleBlockId) blocks.get(0)._1();
    ShuffleBlockId last = (ShuffleBlockId) blocks.get(blocks.size() - 1)._1();
    long estimate = blocks.stream().mapToLong(block -> (Long) block._2()).sum();
    MapOutputId output =
        MapOutputLocation.find(
            location, outputs.output(handle.shuffleId(), handle.partitions(), first.mapId()));
    int mapIndex = (Integer) blocks.get(0)._3();
    return new MapRange(
        location, mapIndex, new RangeRequest(output, first.reduceId(), last.reduceId(), estimate));
  }

  /** Returns whether several partitions of a map can be read as one, as Spark decides it. */
  private boolean joinsPartitions() {
    SparkConf conf = SparkEnv.get().conf();
    if (!SortShuffleManager$.MODULE$.canUseBatchFetch(
            span.startPartition(), span.endPartition(), context)
        || !handle.dependency().serializer().supportsRelocationOfSerializedObjects()
        || conf.getBoolean("spark.io.encryption.enabled", false)) {
      return false;
    }
    if (!conf.getBoolean("spark.shuffle.compress", true)) {
      return true;
    }
    CompressionCodec codec = CompressionCodec$.MODULE$.createCodec(conf);
    return CompressionCodec$.MODULE$.supportsConcatenationOfSerializedStreams(codec);
  }
}
