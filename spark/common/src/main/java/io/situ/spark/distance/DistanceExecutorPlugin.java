// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.distance;

import io.situ.hadoop.compat.ThreadStatistics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds what a task read, by distance, to the task's accumulators when it ends. Counts streams that
 * the task's own thread opened and that are closed by then. Thread-safe.
 */
public final class DistanceExecutorPlugin implements ExecutorPlugin {

  private static final Logger LOG = LoggerFactory.getLogger(DistanceExecutorPlugin.class);

  private final Map<ReadDistance, byte[]> accumulators = new EnumMap<>(ReadDistance.class);

  @Override
  public void init(PluginContext context, Map<String, String> serialized) {
    for (ReadDistance distance : ReadDistance.values()) {
      accumulators.put(distance, Base64.getDecoder().decode(serialized.get(distance.name())));
    }
  }

  @Override
  public void onTaskStart() {
    Map<ReadDistance, LongAccumulator> task = new EnumMap<>(ReadDistance.class);
    Map<ReadDistance, Long> before = new EnumMap<>(ReadDistance.class);
    // Hadoop itself refers to a thread's context only weakly.
    ThreadStatistics thread = ThreadStatistics.ofThisThread();
    for (ReadDistance distance : ReadDistance.values()) {
      try {
        task.put(distance, deserialize(accumulators.get(distance)));
      } catch (IOException | ClassNotFoundException e) {
        LOG.warn("what this task reads is not counted by distance: {}", e.toString());
        return;
      }
      before.put(distance, distance.bytes(thread.sums()));
    }
    TaskCompletionListener end =
        context ->
            task.forEach(
                (distance, accumulator) ->
                    accumulator.add(distance.bytes(thread.sums()) - before.get(distance)));
    // Listeners run in reverse order: this one after those that close the task's streams.
    TaskContext.get().addTaskCompletionListener(end);
  }

  /** An accumulator that is deserialized in a task's thread belongs to that task. */
  private static LongAccumulator deserialize(byte[] bytes)
      throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (LongAccumulator) in.readObject();
    }
  }
}
