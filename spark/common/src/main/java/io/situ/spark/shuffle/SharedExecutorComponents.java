// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.SharedMapOutputWriter;
import io.situ.spark.shuffle.output.SpillTransfer;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.api.ShuffleExecutorComponents;
import org.apache.spark.shuffle.api.ShuffleMapOutputWriter;
import org.apache.spark.shuffle.api.SingleSpillShuffleMapOutputWriter;
import org.apache.spark.shuffle.sort.io.LocalDiskShuffleExecutorComponents;
import org.apache.spark.util.TaskFailureListener;

/**
 * Gives Spark's writers the shared file of a map attempt, or for shuffles that are not shared what
 * Spark itself gives them. What a failed attempt wrote is deleted. Thread-safe.
 */
final class SharedExecutorComponents implements ShuffleExecutorComponents {

  private final ShuffleExecutorComponents spark;

  SharedExecutorComponents(SparkConf conf) {
    this.spark = new LocalDiskShuffleExecutorComponents(conf);
  }

  @Override
  public void initializeExecutor(
      String application, String executor, Map<String, String> configuration) {
    spark.initializeExecutor(application, executor, configuration);
  }

  @Override
  public ShuffleMapOutputWriter createMapOutputWriter(int shuffle, long map, int partitions)
      throws IOException {
    Optional<SharedMapOutputWriter> shared = SharedWriter.current().map(SharedWriter::partitions);
    if (shared.isEmpty()) {
      return spark.createMapOutputWriter(shuffle, map, partitions);
    }
    onFailure(shared.get()::discard);
    return shared.get();
  }

  @Override
  public Optional<SingleSpillShuffleMapOutputWriter> createSingleFileMapOutputWriter(
      int shuffle, long map) throws IOException {
    Optional<SpillTransfer> shared = SharedWriter.current().map(SharedWriter::spill);
    if (shared.isEmpty()) {
      return spark.createSingleFileMapOutputWriter(shuffle, map);
    }
    onFailure(shared.get()::discard);
    return Optional.of(shared.get());
  }

  private static void onFailure(Runnable discard) {
    TaskFailureListener listener = (context, failure) -> discard.run();
    TaskContext.get().addTaskFailureListener(listener);
  }
}
