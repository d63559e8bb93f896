// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.FetchFailed;
import org.apache.spark.SparkContext;
import org.apache.spark.Success$;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** How the tasks of an application ended. Thread-safe. */
final class TaskLog extends SparkListener {

  private static final long TIMEOUT_MILLIS = 60_000;

  private final SparkContext context;
  private final List<SparkListenerTaskEnd> ends = new CopyOnWriteArrayList<>();

  private TaskLog(SparkContext context) {
    this.context = context;
  }

  static TaskLog of(SparkContext context) {
    TaskLog log = new TaskLog(context);
    context.addSparkListener(log);
    return log;
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    ends.add(end);
  }

  private List<SparkListenerTaskEnd> ends() throws Exception {
    context.listenerBus().waitUntilEmpty(TIMEOUT_MILLIS);
    return ends;
  }

  /** Returns how many map tasks ended well. */
  long mapTasks() throws Exception {
    return ends().stream()
        .filter(end -> end.reason() == Success$.MODULE$ && end.taskType().equals("ShuffleMapTask"))
        .count();
  }

  /** Returns the messages of tasks that could not read map output. */
  List<String> fetchFailures() throws Exception {
    return ends().stream()
        .filter(end -> end.reason() instanceof FetchFailed)
        .map(end -> ((FetchFailed) end.reason()).message())
        .toList();
  }

  /** Returns why tasks failed otherwise. */
  List<String> failures() throws Exception {
    return ends().stream()
        .filter(end -> end.reason() instanceof TaskFailedReason)
        .filter(end -> !(end.reason() instanceof FetchFailed))
        .map(end -> ((TaskFailedReason) end.reason()).toErrorString())
        .toList();
  }

  /** Returns the bytes of map output that tasks read. */
  long bytesRead() throws Exception {
    return ends().stream()
        .filter(end -> end.taskMetrics() != null)
        .mapToLong(end -> end.taskMetrics().shuffleReadMetrics().totalBytesRead())
        .sum();
  }

  void forget() throws Exception {
    ends().clear();
  }
}
