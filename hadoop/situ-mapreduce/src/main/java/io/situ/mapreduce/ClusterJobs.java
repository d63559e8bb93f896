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
import io.situ.mapreduce.yarn.Framework;
import io.situ.mapreduce.yarn.YarnApplications;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
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
import org.apache.hadoop.net.NetUtils;
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
    ConfFiles.read(directory, settings).forEach(conf::set);
    JobID job = JobID.forName(id);
    ClientSecurity.requireLogin(conf);
    requireHistoryAddress(conf);
    // It fails within seconds where YARN is silent; the client of jobs may take an hour.
    YarnApplications.state(job, conf);
    try {
      return find(conf, job);
    } catch (YarnRuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Names the key of an address that is not valid, which the client does not; without one, it asks
   * no history server.
   */
  private static void requireHistoryAddress(Configuration conf) {
    String address =
        conf.get(JHAdminConfig.MR_HISTORY_ADDRESS, JHAdminConfig.DEFAULT_MR_HISTORY_ADDRESS);
    if (!address.isEmpty()) {
      NetUtils.createSocketAddr(address, -1, JHAdminConfig.MR_HISTORY_ADDRESS);
    }
  }

  /**
   * Returns why it is not certain that a job does not run any more, as a clause; empty if it is: it
   * has ended, or its cluster does not know it though its submission is long over.
   *
   * @param values the whole configuration of its cluster
   * @param submitted when its submission began
   * @throws IOException if no ResourceManager is named, or none answers within some seconds, or it
   *     refuses
   * @throws IllegalArgumentException in one sentence, if the configuration is not valid, or {@code
   *     id} is no job's name
   */
  public static Optional<String> doubt(Map<String, String> values, String id, Instant submitted)
      throws IOException {
    JobID job = JobID.forName(id);
    Configuration conf =
        ResourceManagers.answering(values)
            .orElseThrow(() -> new IOException("its configuration names no ResourceManager"));
    return switch (YarnApplications.state(job, conf)) {
      case OVER -> Optional.empty();
      case ALIVE -> Optional.of(job + " still runs on YARN");
      case UNKNOWN ->
          submitted.plus(YarnApplications.SUBMISSION_TIMEOUT).isBefore(Instant.now())
              ? Optional.empty()
              : Optional.of("YARN does not know " + job + ", and may still receive it");
    };
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
