// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;

/**
 * A job that its client has written to its submit directory and not yet handed on. Each step of the
 * submission changes {@link #conf}, and the last one writes it. Not thread-safe.
 */
public final class SubmittedJob {

  private final JobID id;
  private final Path directory;
  private final FileSystem fs;
  private final Configuration client;
  private final Configuration conf;
  private Optional<List<List<String>>> holders = Optional.empty();

  private SubmittedJob(
      JobID id, Path directory, FileSystem fs, Configuration client, Configuration conf) {
    this.id = id;
    this.directory = directory;
    this.fs = fs;
    this.client = client;
    this.conf = conf;
  }

  /**
   * Reads a job's {@code job.xml}.
   *
   * @param directory its submit directory
   * @param client the submitting client's view of the job, which the stock runner shares
   * @throws IOException if it cannot be read; the job must then not be handed on
   */
  public static SubmittedJob load(JobID id, Path directory, Configuration client)
      throws IOException {
    FileSystem fs = directory.getFileSystem(client);
    Path file = JobSubmissionFiles.getJobConfPath(directory);
    Configuration conf = new JobConf(false);
    try (InputStream in = fs.open(file)) {
      conf.addResource(in, file.getName());
      conf.size();
    }
    return new SubmittedJob(id, directory, fs, client, conf);
  }

  /** Returns Hadoop's name of it. */
  public JobID id() {
    return id;
  }

  /** Returns its submit directory, which has its splits too. */
  public Path directory() {
    return directory;
  }

  /** Returns the file system of its submit directory. */
  public FileSystem fs() {
    return fs;
  }

  /** Returns the submitting client's view of it, which the stock runner shares. */
  public Configuration client() {
    return client;
  }

  /** Returns what is going to be its {@code job.xml}, to be changed. */
  public Configuration conf() {
    return conf;
  }

  /**
   * Returns for each split, in their order, all hosts that hold it, where it names only some of
   * them; empty where none was {@linkplain #setHolders noted}.
   */
  public Optional<List<List<String>>> holders() {
    return holders;
  }

  /** Notes which hosts hold the splits, which now ask for the one that each is to be read on. */
  public void setHolders(List<List<String>> ofSplits) {
    holders = Optional.of(List.copyOf(ofSplits));
  }

  /**
   * Writes {@code job.xml}, without the notes where each value comes from, which are more than half
   * of it and are read by every process of the job. A call that fails may leave a part of it.
   *
   * @throws IOException if it cannot be written whole; the job must then not be handed on
   */
  public void write() throws IOException {
    Path file = JobSubmissionFiles.getJobConfPath(directory);
    FsPermission permission = new FsPermission(JobSubmissionFiles.JOB_FILE_PERMISSION);
    try (OutputStream out = FileSystem.create(fs, file, permission)) {
      JobXml.write(conf, out);
    }
  }
}
