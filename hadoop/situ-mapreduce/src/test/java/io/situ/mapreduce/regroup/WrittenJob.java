// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.cost.HostCapacity;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.record.Submission;
import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;

/** A job as its client writes it to the submit directory, before it is handed on. */
public final class WrittenJob {

  private static final JobID ID = new JobID("test", 1);

  public final Configuration conf = new Configuration();
  private final FileSystem fs;
  private final Path directory;
  private List<List<String>> holders = List.of();

  /** One in the new interface, whose files are not looked for. */
  public WrittenJob(java.nio.file.Path scratch) throws IOException {
    fs = FileSystem.getLocal(conf);
    directory = new Path(scratch.toString());
    conf.setBoolean("mapred.mapper.new-api", true);
    conf.set(RegroupPolicy.CHANGES.name(), "ignore");
  }

  /** A piece of a file that these hosts hold. */
  public static FileSplit split(String file, long start, long length, String... hosts) {
    return new FileSplit(new Path("/in", file), start, length, hosts);
  }

  public WrittenJob write(InputSplit... splits) throws IOException, InterruptedException {
    JobSplitWriter.createSplitFiles(directory, conf, fs, splits);
    try (OutputStream out = fs.create(JobSubmissionFiles.getJobConfPath(directory))) {
      conf.writeXml(out);
    }
    return this;
  }

  /** Binds it to hosts with so many slots each. */
  public PlacementSummary bind(int slots, String... hosts) throws IOException {
    SubmittedJob job = SubmittedJob.load(ID, directory, conf);
    SortedMap<String, HostCapacity> capacities = new TreeMap<>();
    for (String host : hosts) {
      capacities.put(host, new HostCapacity(slots, slots, 0));
    }
    PlacementSummary binding =
        SplitRegrouper.apply(job, new SplitRegrouper.Cluster(slots, Optional.of(capacities)));
    job.write();
    holders = Submission.read(job).holders();
    return binding;
  }

  /** Returns for each split that is handed on the hosts that hold it. */
  List<List<String>> holders() {
    return holders;
  }

  /** The splits as they are handed on. */
  List<RawSplit> tasks() throws IOException {
    return SubmittedSplits.read(fs, directory);
  }

  /** The job's configuration as it is handed on. */
  Configuration handedOn() {
    Configuration written = new Configuration(false);
    written.addResource(JobSubmissionFiles.getJobConfPath(directory));
    return written;
  }
}
