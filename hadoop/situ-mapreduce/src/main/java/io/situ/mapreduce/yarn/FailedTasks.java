// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tasks that made a job on a cluster fail. */
public final class FailedTasks {

  private static final Logger LOG = LoggerFactory.getLogger(FailedTasks.class);

  private static final String ATTEMPT = "(?m)^(AttemptID:\\S+) Info:(?:Error: )?";
  private static final String CLASS = "^(?:Caused by: )?(?:(?:[a-z]\\w*\\.)+\\w+(?: [A-Z_]+)?: )?";

  private FailedTasks() {}

  /**
   * Logs what each said, as the local runner does.
   *
   * @return the innermost reason of the last attempt of one; empty if none said anything
   */
  public static Optional<String> log(ClientProtocol protocol, JobID job)
      throws IOException, InterruptedException {
    Optional<String> reason = Optional.empty();
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      for (TaskReport task : protocol.getTaskReports(job, type)) {
        String said = String.join("\n", task.getDiagnostics()).strip();
        if (task.getCurrentStatus() == TIPStatus.FAILED && !said.isEmpty()) {
          String trace = said.replaceAll(ATTEMPT, "$1\n");
          LOG.warn("{} failed:\n{}", task.getTaskID(), trace);
          reason = reason.or(() -> reason(trace));
        }
      }
    }
    return reason;
  }

  /** The last line that is none of a stack. */
  private static Optional<String> reason(String trace) {
    return trace
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("\t"))
        .reduce((a, b) -> b)
        .map(line -> line.replaceFirst(CLASS, ""));
  }
}
