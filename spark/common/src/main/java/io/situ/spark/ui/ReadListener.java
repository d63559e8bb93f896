// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import io.situ.spark.distance.ReadDistance;
import io.situ.spark.ui.ReadSummary.HostSums;
import io.situ.spark.ui.ReadSummary.StageSums;
import io.situ.spark.ui.TaskSums.ShuffleBytes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;
import scala.collection.Iterator;

/** Adds up what tasks read, from the events of an application or of its log. Thread-safe. */
public final class ReadListener extends SparkListener {

  private static final Set<String> LOCAL = Set.of("PROCESS_LOCAL", "NODE_LOCAL");
  private static final int DEFAULT_ROWS = 1000;

  private final Map<String, TaskSums> hosts = new TreeMap<>();
  private final Map<StageAttempt, StageSums> stages;
  private final ScanMetrics scans;
  private TaskSums total = TaskSums.NONE;

  /** Keeps as many stages as Spark's own pages do, and as many packed scans as those do queries. */
  public ReadListener(SparkConf conf) {
    stages = new BoundedMap<>(conf.getInt("spark.ui.retainedStages", DEFAULT_ROWS));
    scans = new ScanMetrics(conf.getInt("spark.sql.ui.retainedExecutions", DEFAULT_ROWS));
  }

  private record StageAttempt(int stage, int attempt) {}

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted event) {
    int stage = event.stageInfo().stageId();
    int attempt = event.stageInfo().attemptNumber();
    stages.put(
        new StageAttempt(stage, attempt),
        new StageSums(stage, attempt, event.stageInfo().name(), TaskSums.NONE));
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    if (event.taskInfo() == null) {
      return;
    }
    TaskSums task = sums(event.taskInfo(), Optional.ofNullable(event.taskMetrics()));
    total = total.plus(task);
    hosts.merge(event.taskInfo().host(), task, TaskSums::plus);
    stages.computeIfPresent(
        new StageAttempt(event.stageId(), event.stageAttemptId()),
        (key, stage) ->
            new StageSums(key.stage(), key.attempt(), stage.name(), stage.sums().plus(task)));
  }

  private TaskSums sums(TaskInfo task, Optional<TaskMetrics> metrics) {
    ReadBytes read = ReadBytes.NONE;
    for (Iterator<AccumulableInfo> all = task.accumulables().iterator(); all.hasNext(); ) {
      AccumulableInfo accumulable = all.next();
      if (accumulable.name().isDefined() && accumulable.update().isDefined()) {
        String name = accumulable.name().get();
        Optional<ReadDistance> distance = ReadDistance.ofAccumulator(name);
        if (distance.isPresent()) {
          read = read.plus(ReadBytes.of(distance.get(), bytes(accumulable)));
        } else if (ScanMetrics.NAMES.contains(name)) {
          scans.add(accumulable.id(), bytes(accumulable));
        }
      }
    }
    int local = LOCAL.contains(task.taskLocality().toString()) ? 1 : 0;
    return new TaskSums(
        1, local, read, metrics.map(ReadListener::shuffle).orElse(new ShuffleBytes(0, 0, 0)));
  }

  /** A number, or text if it comes from a log. */
  private static long bytes(AccumulableInfo accumulable) {
    return Long.parseLong(accumulable.update().get().toString());
  }

  private static ShuffleBytes shuffle(TaskMetrics metrics) {
    return new ShuffleBytes(
        metrics.shuffleWriteMetrics().bytesWritten(),
        metrics.shuffleReadMetrics().localBytesRead(),
        metrics.shuffleReadMetrics().remoteBytesRead());
  }

  @Override
  public synchronized void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof SparkListenerSQLExecutionStart start) {
      scans.plan(start.executionId(), start.sparkPlanInfo());
    } else if (event instanceof SparkListenerSQLAdaptiveExecutionUpdate replanned) {
      scans.plan(replanned.executionId(), replanned.sparkPlanInfo());
    }
  }

  /** Returns the sums of the events until now. */
  public synchronized ReadSummary summary() {
    return new ReadSummary(
        total,
        hosts.entrySet().stream()
            .map(host -> new HostSums(host.getKey(), host.getValue()))
            .toList(),
        stages.values().stream().toList(),
        scans.scans());
  }
}
