// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.MapOutputId;
import io.situ.spark.shuffle.output.SharedMapOutputWriter;
import io.situ.spark.shuffle.output.SpillTransfer;
import java.io.IOException;
import java.util.Optional;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.shuffle.ShuffleWriter;
import scala.Option;
import scala.Product2;
import scala.collection.Iterator;

/** One of Spark's writers, whose output is on the shared file system. */
final class SharedWriter<K, V> extends ShuffleWriter<K, V> {

  private static final ThreadLocal<SharedWriter<?, ?>> WRITING = new ThreadLocal<>();

  private final ShuffleWriter<K, V> writer;
  private final SharedOutputs outputs;
  private final MapOutputId output;

  SharedWriter(ShuffleWriter<K, V> writer, SharedOutputs outputs, MapOutputId output) {
    this.writer = writer;
    this.outputs = outputs;
    this.output = output;
  }

  /** Returns the writer that this thread writes with; empty if its output is not shared. */
  static Optional<SharedWriter<?, ?>> current() {
    return Optional.ofNullable(WRITING.get());
  }

  /** Returns what puts all partitions into the shared file. */
  SharedMapOutputWriter partitions() {
    return outputs.writer(output);
  }

  /** Returns what makes a spill file the shared file. */
  SpillTransfer spill() {
    return outputs.transfer(output);
  }

  @Override
  public void write(Iterator<Product2<K, V>> records) throws IOException {
    WRITING.set(this);
    try {
      writer.write(records);
    } finally {
      WRITING.remove();
    }
  }

  @Override
  public Option<MapStatus> stop(boolean success) {
    Option<MapStatus> status = writer.stop(success);
    if (status.isDefined()) {
      MapOutputLocation.set(status.get(), writer.getPartitionLengths());
    }
    return status;
  }

  @Override
  public long[] getPartitionLengths() {
    return writer.getPartitionLengths();
  }
}
