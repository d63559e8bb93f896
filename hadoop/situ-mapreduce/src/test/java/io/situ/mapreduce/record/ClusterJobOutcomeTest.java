// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.NonLocalMap;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.junit.jupiter.api.Test;

/** What a job did by a history server's answers, which are given here. */
class ClusterJobOutcomeTest {

  private static final JobID JOB = new JobID("1", 1);
  private static final TaskID MAP =
      new TaskID(org.apache.hadoop.mapred.JobID.downgrade(JOB), TaskType.MAP, 0);

  private static Counters counters() {
    Counters counters = new Counters();
    counters.findCounter("situ-local", FileSystemCounter.BYTES_READ).setValue(50);
    return counters;
  }

  private static final class MapReport extends TaskReport {
    MapReport(TaskAttemptID attempt) {
      super(MAP, 1, "done", new String[0], TIPStatus.COMPLETE, 5, 9, counters());
      setSuccessfulAttemptId(attempt);
    }
  }

  private static JobOutcome outcome(boolean uber) throws Exception {
    return outcome(uber, List.of(), List.of());
  }

  /** One map, which ran on node1. */
  private static JobOutcome outcome(boolean uber, List<String> wanted, List<String> holders)
      throws Exception {
    JobStatus status =
        new JobStatus(
            JOB, 1, 1, 1, 1, JobStatus.State.SUCCEEDED, JobPriority.NORMAL, "u", "n", "f", "t");
    status.setUber(uber);
    TaskAttemptID attempt = new TaskAttemptID(MAP, 0);
    TaskReport map = new MapReport(attempt);
    TaskCompletionEvent event =
        new TaskCompletionEvent(
            0, attempt, 0, true, TaskCompletionEvent.Status.SUCCEEDED, "http://node1:8042");
    ClientProtocol history =
        (ClientProtocol)
            Proxy.newProxyInstance(
                ClusterJobOutcomeTest.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "getJobStatus" -> status;
                      case "getJobCounters" -> counters();
                      case "getTaskReports" ->
                          args[1] == TaskType.MAP ? new TaskReport[] {map} : new TaskReport[0];
                      case "getTaskCompletionEvents" ->
                          (int) args[1] == 0
                              ? new TaskCompletionEvent[] {event}
                              : new TaskCompletionEvent[0];
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return new ClusterJobOutcome(history, JOB, new Configuration(false))
        .gather(List.of(wanted), List.of(holders), 0);
  }

  /** As where an idle host takes a map over whose bytes it holds too. */
  @Test
  void aMapOnAnotherHostThatHoldsItsBytesIsLocal() throws Exception {
    JobOutcome outcome = outcome(false, List.of("node2"), List.of("node2", "node1"));
    assertThat(outcome.dataLocalMaps()).hasValue(1);
    assertThat(outcome.hosts().get(0).dataLocalMaps()).hasValue(1);
    assertThat(outcome.waits())
        .hasValueSatisfying(
            waits ->
                assertThat(waits.which())
                    .containsExactly(new NonLocalMap("m_000000", "node1", List.of("node2"))));

    assertThat(outcome(false, List.of("node2"), List.of("node2", "node3")).dataLocalMaps())
        .hasValue(0);
  }

  @Test
  void whatTasksReadIsWhatTheyCounted() throws Exception {
    JobOutcome outcome = outcome(false);

    assertThat(outcome.read()).contains(new Distances(50, 0, 0, 0));
    assertThat(outcome.hosts()).hasSize(1);
    assertThat(outcome.hosts().get(0).name()).isEqualTo("node1");
    assertThat(outcome.hosts().get(0).read()).contains(new Distances(50, 0, 0, 0));
  }

  /** Each task of such a job counts what their common process read, its master included. */
  @Test
  void whatTasksInTheMastersProcessReadIsNotMeasured() throws Exception {
    JobOutcome outcome = outcome(true);

    assertThat(outcome.read()).isEmpty();
    assertThat(outcome.hosts().get(0).read()).isEqualTo(Optional.empty());
  }
}
