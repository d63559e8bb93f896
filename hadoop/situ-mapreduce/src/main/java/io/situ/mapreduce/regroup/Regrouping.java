package io.situ.mapreduce.regroup;

import io.situ.mapreduce.locality.StrictLocalityRpc;
import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.regroup.SubmittedSplits.RawSplit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Rewrites a job that is written to its submit directory and not yet handed on, so that each map
 * task's bytes lie on one host. Touches {@code job.split}, {@code job.splitmetainfo} and {@code
 * job.xml}.
 */
public final class Regrouping {

  /** Bytes that a map task should read, unless spreading over a host's slots asks for less. */
  public static final String TARGET_BYTES = "situ.mapreduce.regroup.bytes";

  private static final long DEFAULT_TARGET = 1L << 30;
  private static final int MAXIMUM_SPLITS = 20_000;

  /**
   * What was done.
   *
   * @param splits map tasks before
   * @param groups map tasks now
   * @param bytesByHost input bytes on each host that a task was bound to
   * @param leftAlone why nothing was changed; empty if the job was regrouped
   */
  public record Outcome(
      int splits, int groups, Map<String, Long> bytesByHost, Optional<String> leftAlone) {}

  /**
   * Where the job is going to run.
   *
   * @param slotsPerHost map tasks that run at once on one host; less than 1 is taken as 1
   * @param strict whether the application master is to ask for the hosts strictly
   */
  public record Cluster(int slotsPerHost, boolean strict) {}

  private Regrouping() {}

  /**
   * Regroups the job in {@code submitDir} if its meaning allows.
   *
   * @param conf the submitting client's view of the job: its keys are changed like those of {@code
   *     job.xml}
   * @throws IOException if a file cannot be read or written; the job must then not be submitted
   */
  public static Outcome apply(JobID job, Path submitDir, Configuration conf, Cluster cluster)
      throws IOException {
    FileSystem fs = submitDir.getFileSystem(conf);
    List<RawSplit> splits = SubmittedSplits.read(job, fs, conf, submitDir);
    Optional<String> objection = RegroupPolicy.objection(conf, splits);
    if (objection.isPresent()) {
      return new Outcome(splits.size(), splits.size(), Map.of(), objection);
    }
    long target = conf.getLongBytes(TARGET_BYTES, DEFAULT_TARGET);
    List<Group> groups =
        SplitGroups.of(
            splits,
            new SplitGroups.Size(target, Math.max(1, cluster.slotsPerHost()), MAXIMUM_SPLITS));
    boolean everyHostKnown = groups.stream().noneMatch(group -> group.host().isEmpty());
    write(submitDir, conf, fs, groups, cluster.strict() && everyHostKnown);
    return new Outcome(splits.size(), groups.size(), bytesByHost(groups), Optional.empty());
  }

  private static void write(
      Path submitDir, Configuration conf, FileSystem fs, List<Group> groups, boolean strict)
      throws IOException {
    boolean newInterface = RegroupPolicy.newInterface(conf);
    if (newInterface) {
      try {
        JobSplitWriter.createSplitFiles(
            submitDir, conf, fs, groups.stream().map(GroupedSplit::new).toArray(InputSplit[]::new));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while the splits were written", e);
      }
    } else {
      JobSplitWriter.createSplitFiles(
          submitDir,
          conf,
          fs,
          groups.stream()
              .map(GroupedSplitOld::new)
              .toArray(org.apache.hadoop.mapred.InputSplit[]::new));
    }
    setKeys(conf, groups.size(), newInterface);
    rewriteJobXml(
        submitDir,
        fs,
        written -> {
          setKeys(written, groups.size(), newInterface);
          if (strict) {
            written.set(YarnConfiguration.IPC_RPC_IMPL, StrictLocalityRpc.class.getName());
          }
        });
  }

  private static void rewriteJobXml(Path submitDir, FileSystem fs, Consumer<Configuration> change)
      throws IOException {
    Path file = JobSubmissionFiles.getJobConfPath(submitDir);
    Configuration written = new Configuration(false);
    try (InputStream in = fs.open(file)) {
      written.addResource(in);
      written.size();
    }
    change.accept(written);
    try (OutputStream out =
        FileSystem.create(fs, file, new FsPermission(JobSubmissionFiles.JOB_FILE_PERMISSION))) {
      written.writeXml(out);
    }
  }

  private static void setKeys(Configuration conf, int maps, boolean newInterface) {
    conf.set(GroupedInputFormat.ORIGINAL, RegroupPolicy.inputFormat(conf));
    conf.setInt(MRJobConfig.NUM_MAPS, maps);
    if (newInterface) {
      move(conf, MRJobConfig.MAP_CLASS_ATTR, GroupedMapper.ORIGINAL, GroupedMapper.class);
      conf.set(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, GroupedInputFormat.class.getName());
    } else {
      move(conf, RegroupPolicy.OLD_RUNNER, GroupedRunnerOld.ORIGINAL, GroupedRunnerOld.class);
      conf.set(RegroupPolicy.OLD_FORMAT, GroupedInputFormatOld.class.getName());
    }
  }

  private static void move(Configuration conf, String key, String keep, Class<?> replacement) {
    if (conf.get(key) != null) {
      conf.set(keep, conf.get(key));
    }
    conf.set(key, replacement.getName());
  }

  private static Map<String, Long> bytesByHost(List<Group> groups) {
    Map<String, Long> bytes = new TreeMap<>();
    for (Group group : groups) {
      if (!group.host().isEmpty()) {
        bytes.merge(group.host(), group.bytes(), Long::sum);
      }
    }
    return bytes;
  }
}
