// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.simulation;

import com.sun.management.OperatingSystemMXBean;
import io.situ.mapreduce.cost.CostModel;
import io.situ.mapreduce.cost.HostCapacity;
import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.regroup.SplitRegrouper;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;

/**
 * A job whose files are written as a client writes them, regrouped, and read again as the
 * application master reads them.
 *
 * @param tasks its map tasks, in their order
 * @param conf its configuration as the application master has it
 * @param summary what was decided
 * @param seconds how long that took, reading and writing files included
 * @param processorSeconds of this process in that time, garbage collection included
 */
public record SimulatedJob(
    List<Task> tasks,
    Configuration conf,
    PlacementSummary summary,
    double seconds,
    double processorSeconds) {

  /**
   * A map task.
   *
   * @param number distinguishes it from others of the job
   * @param hosts that are asked for; empty if any will do
   */
  public record Task(int number, long bytes, Set<String> hosts) {}

  private static final JobID ID = new JobID("simulated", 1);

  /**
   * Makes the job of a scenario.
   *
   * @param scratch an empty directory
   */
  public static SimulatedJob of(Scenario scenario, Locality locality, java.nio.file.Path scratch)
      throws IOException, InterruptedException {
    return of(scenario, locality, scratch, Map.of());
  }

  /**
   * Makes the job of a scenario.
   *
   * @param scratch an empty directory
   * @param settings of the job, such as costs that are not those of the simulation
   */
  static SimulatedJob of(
      Scenario scenario,
      Locality locality,
      java.nio.file.Path scratch,
      Map<String, String> settings)
      throws IOException, InterruptedException {
    Configuration conf = new Configuration();
    settings.forEach(conf::set);
    conf.setBoolean("mapred.mapper.new-api", true);
    conf.set("situ.mapreduce.regroup", "always");
    conf.set("situ.mapreduce.input.changes", "ignore");
    conf.set(Locality.KEY.name(), locality.toString());
    conf.setLong(MRJobConfig.SPLIT_METAINFO_MAXSIZE, -1);
    FileSystem fs = FileSystem.getLocal(conf).getRawFileSystem();
    Path directory = new Path(scratch.toString());
    write(scenario, conf, fs, directory);
    long start = System.nanoTime();
    long processor = processorNanos();
    SubmittedJob job = SubmittedJob.load(ID, directory, conf);
    PlacementSummary summary = SplitRegrouper.apply(job, cluster(scenario, conf));
    job.write();
    double seconds = (System.nanoTime() - start) / 1e9;
    double processorSeconds = (processorNanos() - processor) / 1e9;
    return new SimulatedJob(
        tasks(conf, fs, directory), job.conf(), summary, seconds, processorSeconds);
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static void write(Scenario scenario, Configuration conf, FileSystem fs, Path directory)
      throws IOException, InterruptedException {
    Random random = new Random(7);
    InputSplit[] splits = new InputSplit[scenario.splits()];
    for (int i = 0; i < splits.length; i++) {
      Path file = new Path("/in/part-" + i / 1000);
      splits[i] =
          new FileSplit(file, i % 1000 * Scenario.SPLIT, Scenario.SPLIT, scenario.holders(random));
    }
    JobSplitWriter.createSplitFiles(directory, conf, fs, splits);
    try (OutputStream out = fs.create(JobSubmissionFiles.getJobConfPath(directory))) {
      conf.writeXml(out);
    }
  }

  private static SplitRegrouper.Cluster cluster(Scenario scenario, Configuration conf) {
    CostModel costs = CostModel.of(conf);
    SortedMap<String, HostCapacity> hosts = new TreeMap<>();
    for (int i = 0; i < scenario.hosts(); i++) {
      double processors = costs.processors().orElse(scenario.slots());
      hosts.put(
          Scenario.host(i), new HostCapacity(scenario.slots(), processors, scenario.others(i)));
    }
    return new SplitRegrouper.Cluster(scenario.slots(), Optional.of(hosts));
  }

  private static List<Task> tasks(Configuration conf, FileSystem fs, Path directory)
      throws IOException {
    List<Task> tasks = new ArrayList<>();
    for (TaskSplitMetaInfo split : SplitMetaInfoReader.readSplitMetaInfo(ID, fs, conf, directory)) {
      tasks.add(new Task(tasks.size(), split.getInputDataLength(), Set.of(split.getLocations())));
    }
    return tasks;
  }
}
