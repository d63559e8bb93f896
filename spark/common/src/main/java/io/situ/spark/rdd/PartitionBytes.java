// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.rdd;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.Partition;
import org.apache.spark.rdd.HadoopPartition;
import org.apache.spark.rdd.NewHadoopPartition;

/** How much there is to read of a partition. */
final class PartitionBytes {

  private PartitionBytes() {}

  /** Returns the length of an input split, at least 1; 1 for partitions of another kind. */
  static long of(Partition partition) {
    try {
      if (partition instanceof HadoopPartition hadoop) {
        return Math.max(1, hadoop.inputSplit().value().getLength());
      }
      if (partition instanceof NewHadoopPartition hadoop) {
        // The split is written as a Writable and is one of Hadoop's newer interface.
        Object split = hadoop.serializableHadoopSplit().value();
        return Math.max(1, ((org.apache.hadoop.mapreduce.InputSplit) split).getLength());
      }
      return 1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while splits are asked for their length", e);
    }
  }
}
