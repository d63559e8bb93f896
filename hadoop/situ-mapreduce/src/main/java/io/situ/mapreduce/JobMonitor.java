// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.mapreduce.launch.ArchiveUse;
import io.situ.mapreduce.launch.ClassArchivePlan;
import io.situ.mapreduce.lease.OutputLease;
import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.record.ClusterJobOutcome;
import io.situ.mapreduce.record.JobOutcome;
import io.situ.mapreduce.record.JobPhases;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.State;
import io.situ.mapreduce.record.JobRecord.Times;
import io.situ.mapreduce.record.JobRecords;
import io.situ.mapreduce.record.ProcessBytes;
import io.situ.mapreduce.record.Submission;
import io.situ.mapreduce.reduceside.ReduceSidePlan;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import io.situ.mapreduce.yarn.FailedTasks;
import io.situ.mapreduce.yarn.Framework;
import io.situ.mapreduce.yarn.UncertainSubmissionException;
import io.situ.mapreduce.yarn.YarnApplications;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows one job from its submission to its end by the answers its client gets. */
final class JobMonitor {

  private static final Logger LOG = LoggerFactory.getLogger(JobMonitor.class);
  private static final List<JobMonitor> RUNNING = new CopyOnWriteArrayList<>();
  private static boolean listing;
  private static boolean stopping;

  private final ClientProtocol protocol;
  private final Configuration client;
  private final JobID job;
  private final Submission submission;
  private final Framework framework;
  private final long submitted = System.currentTimeMillis();
  private final JobPhases phases;
  private Optional<ProcessBytes.Measurement> measurement = Optional.empty();
  private Optional<OutputLease> claim = Optional.empty();
  private Optional<JobShuffle> shuffle = Optional.empty();
  private OptionalLong writtenBefore = OptionalLong.empty();
  private boolean accepted;
  private boolean ended;

  private JobMonitor(
      ClientProtocol protocol, Configuration client, JobID job, Submission submission) {
    this.protocol = protocol;
    this.client = client;
    this.job = job;
    this.submission = submission;
    this.framework = Framework.of(submission.conf());
    this.phases = new JobPhases(submitted, submission.reduces() > 0);
  }

  /**
   * Claims the job's output, makes room for its map output where that is shared, and writes its
   * first record.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if another job is writing there
   * @throws InterruptedIOException if this process is about to end
   */
  static JobMonitor start(
      ClientProtocol protocol, Configuration client, JobID job, Submission submission)
      throws IOException {
    JobMonitor watch = new JobMonitor(protocol, client, job, submission);
    watch.start();
    return watch;
  }

  /** Who stops the process waits for the claim of this one job's output, not for all others'. */
  private synchronized void start() throws IOException {
    synchronized (RUNNING) {
      if (stopping) {
        throw new InterruptedIOException(job + " is not started: its process is being stopped");
      }
      if (listing) {
        RUNNING.add(this);
      }
    }
    try {
      claimOutput();
    } catch (IOException | RuntimeException e) {
      ended = true;
      RUNNING.remove(this);
      throw e;
    }
  }

  /** The record comes first: who cleans up after a killed process learns of the output from it. */
  private void claimOutput() throws IOException {
    write(record(State.RUNNING, Optional.empty(), JobOutcome.NONE));
    try {
      claim = OutputLease.acquire(job, submission.output(), submission.conf());
      shuffle = JobShuffle.prepare(job, submission.conf(), framework);
    } catch (IOException | RuntimeException e) {
      undoClaim(e);
      throw e;
    }
  }

  /**
   * Leaves nothing of a job that is not started. If its output stays all the same, so does its
   * record, from which who cleans up after the process learns of it.
   */
  private void undoClaim(Exception reason) {
    try {
      if (claim.isPresent()) {
        claim.get().undo();
      }
      if (OutputLease.isHeld(job, submission.output(), submission.conf())) {
        throw new IOException("the lease of the output is still there");
      }
      deleteRecord();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is not started, and {} could not be cleaned up", job, leftovers(), e);
      write(record(State.FAILED, Optional.ofNullable(reason.getMessage()), JobOutcome.NONE));
    }
  }

  private void deleteRecord() throws IOException {
    Optional<Path> directory = records();
    if (directory.isPresent()) {
      JobRecords.delete(directory.get(), job.toString());
    }
  }

  /** From now on jobs of this process are listed for {@link #stop} until their end is seen. */
  static void list() {
    synchronized (RUNNING) {
      listing = true;
    }
  }

  /**
   * Lets no other job start; gives every one of this process whose end was not seen yet, of those
   * since {@link #list}.
   */
  static List<JobMonitor> stop() {
    synchronized (RUNNING) {
      stopping = true;
      return List.copyOf(RUNNING);
    }
  }

  /** A call that hands a job over to what runs it. */
  interface Submit {
    JobStatus call() throws IOException, InterruptedException;
  }

  /**
   * Hands the job over, unless it was killed before. If it is not accepted nothing of it remains.
   */
  synchronized JobStatus submit(Submit submit) throws IOException, InterruptedException {
    if (ended) {
      throw new InterruptedIOException(job + " was killed before it was submitted");
    }
    writtenBefore = ProcessBytes.writtenBeforeFirstJob();
    if (framework == Framework.LOCAL) {
      measurement = Optional.of(ProcessBytes.Measurement.begin());
    }
    try {
      JobStatus status = submit.call();
      accepted = true;
      return status;
    } catch (IOException | InterruptedException | RuntimeException e) {
      Optional<String> doubt =
          framework == Framework.LOCAL ? Optional.empty() : YarnApplications.doubt(job, e, client);
      if (doubt.isEmpty()) {
        end(State.FAILED, Optional.ofNullable(e.getMessage()), JobOutcome.NONE);
        throw e;
      }
      leave(doubt.get());
      if (e instanceof InterruptedException) {
        throw e;
      }
      throw new UncertainSubmissionException(job, leftovers(), doubt.get(), e);
    }
  }

  /** Nothing of a job that may still run is touched; its record stays one of a running job. */
  private void leave(String doubt) {
    ended = true;
    RUNNING.remove(this);
    LOG.warn("{} may still run ({}); {} is left as it is", job, doubt, leftovers());
  }

  private String leftovers() {
    return submission.output().map(output -> "'" + output + "'").orElse("what it has written");
  }

  /** Takes note of what the job's client was answered. */
  synchronized void seen(JobStatus status) throws InterruptedException {
    if (ended) {
      return;
    }
    phases.seen(status, System.currentTimeMillis());
    JobProgress.show(submission, status);
    if (status.isJobComplete()) {
      JobProgress.clear();
      JobOutcome outcome = outcome();
      ClassArchivePlan.ended(client, submission.conf(), outcome.counters());
      ArchiveUse.complaint(submission.conf(), outcome.counters()).ifPresent(LOG::warn);
      end(state(status), tasksFailure(status).or(() -> failure(status)), outcome);
    }
  }

  /** Asks the job's state once more. */
  void ask() throws IOException, InterruptedException {
    JobStatus status = isAccepted() ? protocol.getJobStatus(job) : null;
    if (status != null) {
      seen(status);
    }
  }

  Framework framework() {
    return framework;
  }

  synchronized boolean ended() {
    return ended;
  }

  /** Kills the job and waits until it is over, or for {@code millis} at most. */
  void kill(long millis) throws IOException, InterruptedException {
    if (isAccepted()) {
      protocol.killJob(job);
      long deadline = System.nanoTime() + millis * 1_000_000;
      while (!ended() && System.nanoTime() < deadline) {
        Thread.sleep(50);
        ask();
      }
    }
    synchronized (this) {
      boolean stopped =
          framework == Framework.LOCAL || !accepted || YarnApplications.isOver(job, client);
      if (!ended && stopped) {
        end(State.KILLED, Optional.empty(), JobOutcome.NONE);
      } else if (!ended) {
        leave("YARN has not ended it yet");
      }
    }
    // Tasks of the local runner do not hear that they are killed and write until the process ends.
    if (framework == Framework.LOCAL && accepted && claim.isPresent()) {
      claim.get().hold();
    }
  }

  /** Waits for a submission under way. */
  private synchronized boolean isAccepted() {
    return accepted;
  }

  private void end(State state, Optional<String> failure, JobOutcome outcome) {
    ended = true;
    RUNNING.remove(this);
    measurement.ifPresent(ProcessBytes.Measurement::close);
    write(record(state, failure, outcome));
    shuffle.ifPresent(accepted ? JobShuffle::remove : JobShuffle::undo);
    try {
      if (claim.isPresent()) {
        settle(claim.get(), state);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("output of {} could not be cleaned up", job, e);
    }
  }

  private static void settle(OutputLease claim, State state) throws IOException {
    if (state == State.SUCCEEDED) {
      claim.release();
    } else {
      claim.undo();
    }
  }

  private JobOutcome outcome() throws InterruptedException {
    try {
      return framework == Framework.LOCAL
          ? JobOutcome.local(protocol, job, submission, read())
          : new ClusterJobOutcome(protocol, job, client)
              .gather(submission.hosts(), submission.holders(), submitted);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} ended; failed to fetch its counters", job, e);
      return JobOutcome.NONE;
    }
  }

  private Optional<JobRecord.Distances> read() {
    return measurement.flatMap(ProcessBytes.Measurement::read);
  }

  /** Why tasks made the job fail, if they did; what they said is the last thing logged of it. */
  private Optional<String> tasksFailure(JobStatus status) throws InterruptedException {
    if (framework == Framework.LOCAL || state(status) != State.FAILED) {
      return Optional.empty();
    }
    try {
      return FailedTasks.log(protocol, job);
    } catch (IOException | RuntimeException e) {
      LOG.warn("failed to fetch why tasks of {} failed", job, e);
      return Optional.empty();
    }
  }

  private JobRecord record(State state, Optional<String> failure, JobOutcome outcome) {
    boolean over = state != State.RUNNING;
    long now = System.currentTimeMillis();
    return new JobRecord(
        job.toString(),
        submission.name(),
        framework.toString(),
        state,
        failure,
        new Times(submitted, over ? OptionalLong.of(now) : OptionalLong.empty()),
        submission.data(writtenBefore, outcome.counters()),
        outcome.work(submission),
        PlacementSummary.of(submission.conf()),
        MapSideChoice.of(submission.conf()),
        ReduceSidePlan.choice(submission.conf()),
        ShuffleChoice.of(submission.conf()),
        outcome.waits(),
        over ? phases(outcome, now) : Map.of(),
        outcome.hosts(),
        outcome.counters());
  }

  private Map<String, Double> phases(JobOutcome outcome, long now) {
    return outcome.phases().isEmpty() ? phases.upTo(now) : outcome.phases();
  }

  private void write(JobRecord record) {
    Optional<Path> directory = records();
    if (directory.isEmpty()) {
      return;
    }
    try {
      JobRecords.write(directory.get(), record);
    } catch (IOException e) {
      LOG.warn("no record of {} could be written to {}", job, directory.get(), e);
    }
  }

  private Optional<Path> records() {
    return JobKeys.RECORDS.find(submission.conf()::get);
  }

  static State state(JobStatus status) {
    return switch (status.getState()) {
      case SUCCEEDED -> State.SUCCEEDED;
      case KILLED -> State.KILLED;
      default -> State.FAILED;
    };
  }

  static Optional<String> failure(JobStatus status) {
    return Optional.ofNullable(status.getFailureInfo())
        .map(String::strip)
        .filter(text -> !text.isEmpty() && !text.equals("NA"));
  }
}
