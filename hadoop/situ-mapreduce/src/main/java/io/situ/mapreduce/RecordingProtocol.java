package io.situ.mapreduce;

import io.situ.hadoop.fs.ProcessUmask;
import io.situ.mapreduce.jobfile.JobXml;
import io.situ.mapreduce.shuffle.ShufflePlan;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.security.Credentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes every call on; looks at submissions and at the answers about them. */
final class RecordingProtocol implements InvocationHandler {

  private static final Logger LOG = LoggerFactory.getLogger(RecordingProtocol.class);

  private final ClientProtocol delegate;
  private final Configuration client;
  private final Map<JobID, JobWatch> watches = new ConcurrentHashMap<>();

  RecordingProtocol(ClientProtocol delegate, Configuration conf) {
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
   * Everything a job is made of (job.xml, job.split, job.splitmetainfo) is in {@code directory} now
   * and nobody has read it yet: here its splits are regrouped, and its map output gets its place.
   */
  private JobStatus submit(JobID job, String directory, Credentials credentials)
      throws IOException, InterruptedException {
    carryUmask(new Path(directory));
    LocalTasks.bind(job, new Path(directory), client, delegate);
    if (delegate instanceof YARNRunner) {
      SingleUserTasks.apply(new Path(directory), client);
    }
    ShufflePlan.apply(job, new Path(directory), client, delegate instanceof YARNRunner)
        .ifPresent(choice -> LOG.info("{}: {}", job, choice));
    Configuration conf = jobConf(new Path(directory, "job.xml"));
    if (InputNotices.write(new Path(directory), client, conf)) {
      conf = jobConf(new Path(directory, "job.xml"));
    }
    JobWatch watch =
        JobWatch.start(delegate, client, job, Submission.read(job, new Path(directory), conf));
    JobStatus status = watch.submit(() -> delegate.submitJob(job, directory, credentials));
    watches.put(job, watch);
    return status;
  }

  /** What tasks on other hosts create has the permissions that the submitting user expects. */
  private void carryUmask(Path directory) throws IOException {
    if (delegate instanceof YARNRunner) {
      JobXml.rewrite(directory.getFileSystem(client), directory, ProcessUmask::submit);
    }
  }

  private JobStatus status(JobID job) throws IOException, InterruptedException {
    JobStatus status = delegate.getJobStatus(job);
    JobWatch watch = watches.get(job);
    if (watch != null && status != null) {
      watch.seen(status);
    }
    return status;
  }

  private Configuration jobConf(Path file) throws IOException {
    JobConf conf = new JobConf(false);
    try (var in = file.getFileSystem(client).open(file)) {
      conf.addResource(in);
      conf.size();
    }
    return conf;
  }
}
