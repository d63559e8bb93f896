// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.hadoop.fs.config.ProcessUmask;
import io.situ.mapreduce.jobfile.ClientValues;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.launch.ClassArchivePlan;
import io.situ.mapreduce.launch.PlacementFile;
import io.situ.mapreduce.mapside.MapSideChoice;
import io.situ.mapreduce.mapside.MapSidePlan;
import io.situ.mapreduce.record.InputWarnings;
import io.situ.mapreduce.record.Submission;
import io.situ.mapreduce.reduceside.ReduceSidePlan;
import io.situ.mapreduce.shuffle.ShufflePlan;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.security.Credentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes every call on; looks at submissions and at the answers about them. */
final class SituClientProtocol implements InvocationHandler {

  private static final Logger LOG = LoggerFactory.getLogger(SituClientProtocol.class);

  private final ClientProtocol delegate;
  private final Configuration client;
  private final Map<JobID, JobMonitor> watches = new ConcurrentHashMap<>();

  SituClientProtocol(ClientProtocol delegate, Configuration conf) {
    this.delegate = delegate;
    this.client = conf;
  }

  ClientProtocol delegate() {
    return delegate;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    try {
      return switch (method.getName()) {
        case "submitJob" -> submit((JobID) args[0], (String) args[1], (Credentials) args[2]);
        case "getJobStatus" -> status((JobID) args[0]);
        default -> method.invoke(delegate, args);
      };
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Hands a job over, and leaves its user's configuration as it was: the next job may be made of
   * it.
   *
   * <p>Everything a job is made of (job.xml, job.split, job.splitmetainfo) is in {@code directory}
   * now and has not been read yet: here its splits are regrouped, and its map output gets its
   * place.
   */
  private JobStatus submit(JobID job, String directory, Credentials credentials)
      throws IOException, InterruptedException {
    SubmittedJob submitted = SubmittedJob.load(job, new Path(directory), client);
    ClientValues before = ClientValues.of(client, ClassArchivePlan.CLIENT_KEYS);
    try {
      prepare(submitted, credentials, delegate instanceof YARNRunner);
      JobMonitor watch = JobMonitor.start(delegate, client, job, Submission.read(submitted));
      JobStatus status = watch.submit(() -> delegate.submitJob(job, directory, credentials));
      watches.put(job, watch);
      return status;
    } finally {
      before.restore();
    }
  }

  /** On YARN what tasks create has the permissions that the submitting user expects. */
  private static void prepare(SubmittedJob job, Credentials credentials, boolean yarn)
      throws IOException {
    if (yarn) {
      ProcessUmask.submit(job.conf());
    }
    TaskPlacement.bind(job, yarn);
    if (yarn) {
      SingleUserTasks.apply(job);
      LOG.info("{}: {}", job.id(), ClassArchivePlan.apply(job, credentials));
      List<Path> inputs = Submission.inputs(job.conf()).stream().map(Path::new).toList();
      LOG.info("{}: {}", job.id(), PlacementFile.apply(job, inputs));
    }
    MapSideChoice mapSide = MapSidePlan.apply(job);
    LOG.info("{}: {}; {}", job.id(), mapSide.sorter(), mapSide.combining());
    ShufflePlan.apply(job, yarn).ifPresent(choice -> LOG.info("{}: {}", job.id(), choice));
    if (yarn) {
      LOG.info("{}: {}", job.id(), ReduceSidePlan.apply(job));
    }
    InputWarnings.add(job);
    job.write();
  }

  private JobStatus status(JobID job) throws IOException, InterruptedException {
    JobStatus status = delegate.getJobStatus(job);
    JobMonitor watch = watches.get(job);
    if (watch != null && status != null) {
      watch.seen(status);
      if (watch.ended()) {
        watches.remove(job);
      }
    }
    return status;
  }
}
