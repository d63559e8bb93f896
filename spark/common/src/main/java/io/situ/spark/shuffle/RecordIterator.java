// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.io.InputStream;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import scala.Product2;
import scala.Tuple2;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/** The records of all blocks. Not thread-safe. */
final class RecordIterator extends AbstractIterator<Product2<Object, Object>> {

  private final BlockStreams blocks;
  private final SerializerInstance serializer;
  private final TaskContext context;
  private final ShuffleReadMetricsReporter metrics;
  private Iterator<Tuple2<Object, Object>> block;
  private boolean ended;

  RecordIterator(
      BlockStreams blocks,
      Serializer serializer,
      TaskContext context,
      ShuffleReadMetricsReporter metrics) {
    this.blocks = blocks;
    this.serializer = serializer.newInstance();
    this.context = context;
    this.metrics = metrics;
  }

  @Override
  public boolean hasNext() {
    while (!ended && (block == null || !block.hasNext())) {
      InputStream next = blocks.next();
      if (next == null) {
        end();
      } else {
        block = serializer.deserializeStream(next).asKeyValueIterator();
      }
    }
    return !ended;
  }

  private void end() {
    ended = true;
    block = null;
    context.taskMetrics().mergeShuffleReadMetrics();
  }

  @Override
  public Product2<Object, Object> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more records");
    }
    metrics.incRecordsRead(1);
    return block.next();
  }
}
