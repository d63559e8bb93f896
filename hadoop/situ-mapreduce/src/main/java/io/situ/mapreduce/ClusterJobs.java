// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.hadoop.fs.config.ClientSecurity;
import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.record.ClusterJobOutcome;
import io.situ.mapreduce.record.JobOutcome;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.Times;
import io.situ.mapreduce.record.Submission;
import io.situ.mapreduce.reduceside.ReduceSidePlan;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import io.situ.mapreduce.yarn.YarnApplications;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;

/** Jobs that a cluster remembers, no matter who submitted them. */
public final class ClusterJobs {

  private ClusterJobs() {}

  /**
   * What is known of an ended job; what its own configuration reports is left out where this user
   * may not read that.
   *
   * @param directory the user's Hadoop configuration
   * @param settings what is set over it
   * @return empty if neither YARN nor its history server knows the job, or if it still runs
   * @throws IOException if they do not answer, or refuse
   * @throws IllegalArgumentException in one sentence, if an address in the configuration is not
   *     valid, or {@code id} is no job's name
   */
  public static Optional<JobRecord> find(Path directory, Map<String, String> settings, String id)
      throws IOException, InterruptedException {
    JobConf conf = new JobConf();
    ConfFiles.read(directory).forEach(conf::set);
    settings.forEach(conf::set);
    JobID job = JobID.forName(id);
    ClientSecurity.use(conf);
    // This names the key of an address that is not valid, and the client does not.
    conf.getSocketAddr(
        JHAdminConfig.MR_HISTORY_ADDRESS,
        JHAdminConfig.DEFAULT_MR_HISTORY_ADDRESS,
        JHAdminConfig.DEFAULT_MR_HISTORY_PORT);
    try {
      return find(conf, job);
    } catch (YarnRuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Returns whether it is certain that a job does not run any more: it has ended, or its cluster
   * does not know it.
   *
   * @param values the whole configuration of its cluster
   * @throws IOException if no ResourceManager is named, or none answers within some seconds, or it
   *     refuses
   * @throws IllegalArgumentException in one sentence, if the configuration is not valid, or {@code
   *     id} is no job's name
   */
  public static boolean isOver(Map<String, String> values, String id) throws IOException {
    JobID job = JobID.forName(id);
    Configuration conf =
        ResourceManagers.answering(values)
            .orElseThrow(() -> new IOException("its configuration names no ResourceManager"));
    return YarnApplications.state(job, conf) != YarnApplications.State.ALIVE;
  }

  private static Optional<JobRecord> find(JobConf conf, JobID job)
      throws IOException, InterruptedException {
    YARNRunner yarn = new YARNRunner(conf);
    try {
      JobStatus status = yarn.getJobStatus(job);
      return status == null || !status.isJobComplete()
          ? Optional.empty()
          : Optional.of(record(yarn, job, status, conf));
    } finally {
      yarn.close();
    }
  }

  private static JobRecord record(
      ClientProtocol protocol, JobID job, JobStatus status, Configuration client)
      throws IOException, InterruptedException {
    Optional<Configuration> conf = own(status, client);
    Configuration own = conf.orElseGet(() -> new Configuration(false));
    JobOutcome outcome =
        new ClusterJobOutcome(protocol, job, client)
            .gather(List.of(), List.of(), status.getStartTime());
    int maps = protocol.getTaskReports(job, TaskType.MAP).length;
    int reduces = protocol.getTaskReports(job, TaskType.REDUCE).length;
    Submission submission =
        Submission.seen(
            conf, maps, reduces, outcome.counter(FileInputFormatCounter.BYTES_READ).orElse(0));
    return new JobRecord(
        job.toString(),
        status.getJobName(),
        Framework.YARN.toString(),
        JobMonitor.state(status),
        JobMonitor.failure(status),
        new Times(status.getStartTime(), OptionalLong.of(status.getFinishTime())),
        submission.data(OptionalLong.empty(), outcome.counters()),
        outcome.work(submission),
        PlacementSummary.of(own),
        MapSideChoice.of(own),
        ReduceSidePlan.choice(own),
        ShuffleChoice.of(own),
        outcome.waits(),
        outcome.phases(),
        outcome.hosts(),
        outcome.counters());
  }

  /** The configuration the job was submitted with, as its history keeps it, if it may be read. */
  private static Optional<Configuration> own(JobStatus status, Configuration client) {
    Configuration own = new Configuration(false);
    try {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(status.getJobFile());
      try (var in = file.getFileSystem(client).open(file)) {
        own.addResource(in);
        own.size();
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
    return Optional.of(own);
  }
}
