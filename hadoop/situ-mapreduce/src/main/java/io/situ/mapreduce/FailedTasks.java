package io.situ.mapreduce;

import java.io.IOException;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tasks that made a job on a cluster fail. */
final class FailedTasks {

  private static final Logger LOG = LoggerFactory.getLogger(FailedTasks.class);

  /** What the application master puts before a task's trace. */
  private static final String ERROR = "(?m)^Error: ";

  private FailedTasks() {}

  /**
   * Logs what each said at its end, as the local runner does.
   *
   * @return whether one said anything
   */
  static boolean log(ClientProtocol protocol, JobID job) throws IOException, InterruptedException {
    boolean any = false;
    for (TaskType type : new TaskType[] {TaskType.MAP, TaskType.REDUCE}) {
      for (TaskReport task : protocol.getTaskReports(job, type)) {
        String said = String.join("\n", task.getDiagnostics()).strip();
        if (task.getCurrentStatus() == TIPStatus.FAILED && !said.isEmpty()) {
          LOG.warn("{} failed:\n{}", task.getTaskID(), said.replaceAll(ERROR, ""));
          any = true;
        }
      }
    }
    return any;
  }
}
