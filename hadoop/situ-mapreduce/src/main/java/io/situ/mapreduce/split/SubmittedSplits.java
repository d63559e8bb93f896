// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.mapreduce.placement.PlacedInput;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.SplitMetaInfo;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;

/**
 * The splits of a job as {@code JobSubmitter} wrote them, {@code job.split} and {@code
 * job.splitmetainfo}. A split's bytes reach from its own offset to that of the next one, so they
 * can be carried on without knowing their class.
 */
public final class SubmittedSplits {

  /**
   * One split.
   *
   * @param className its class
   * @param raw the class name and the serialized split, as they stand in {@code job.split}
   * @param offset where they stand there
   * @param length bytes of input
   * @param hosts where it would best run
   */
  public record RawSplit(
      String className, byte[] raw, long offset, long length, List<String> hosts) {

    public RawSplit onlyOn(Collection<String> known) {
      return new RawSplit(
          className, raw, offset, length, hosts.stream().filter(known::contains).toList());
    }

    /** The same on those of its hosts that are known, by the names they have there. */
    public RawSplit spelled(Map<String, String> known) {
      List<String> names =
          hosts.stream().map(known::get).filter(Objects::nonNull).distinct().toList();
      return new RawSplit(className, raw, offset, length, names);
    }

    /** The same with other bytes to be read, and where they lie. */
    RawSplit reading(long bytes, List<String> holders) {
      return new RawSplit(className, raw, offset, bytes, holders);
    }

    RawSplit withRaw(byte[] other) {
      return new RawSplit(className, other, offset, length, hosts);
    }

    /** Both interfaces' {@code FileSplit} is written as a path, a start and a length. */
    public Start start() throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(raw));
      Text.readString(in);
      return new Start(new Path(Text.readString(in)), in.readLong());
    }
  }

  /** Where a split of a file begins. */
  public record Start(Path file, long offset) {}

  private static final int META_VERSION = 1;

  private static final Set<String> FILE_SPLITS =
      Set.of(
          "org.apache.hadoop.mapred.FileSplit", "org.apache.hadoop.mapreduce.lib.input.FileSplit");

  private SubmittedSplits() {}

  public static List<RawSplit> read(JobID job, FileSystem fs, Configuration conf, Path submitDir)
      throws IOException {
    Configuration unlimited = new Configuration(conf);
    unlimited.setLong(MRJobConfig.SPLIT_METAINFO_MAXSIZE, -1);
    TaskSplitMetaInfo[] metas =
        SplitMetaInfoReader.readSplitMetaInfo(job, fs, unlimited, submitDir);
    Path file = JobSubmissionFiles.getJobSplitFile(submitDir);
    byte[] bytes = new byte[Math.toIntExact(fs.getFileStatus(file).getLen())];
    try (FSDataInputStream in = fs.open(file)) {
      in.readFully(0, bytes);
    }
    List<RawSplit> splits = new ArrayList<>(metas.length);
    Map<String, String> same = new HashMap<>();
    for (int i = 0; i < metas.length; i++) {
      int from = Math.toIntExact(metas[i].getStartOffset());
      int to = i + 1 < metas.length ? Math.toIntExact(metas[i + 1].getStartOffset()) : bytes.length;
      byte[] raw = java.util.Arrays.copyOfRange(bytes, from, to);
      String[] hosts = metas[i].getLocations();
      splits.add(
          new RawSplit(
              same.computeIfAbsent(className(raw), name -> name),
              raw,
              from,
              metas[i].getInputDataLength(),
              shared(hosts == null ? new String[0] : hosts, same)));
    }
    return splits;
  }

  /** Of a million splits the names of hosts alone would fill the memory. */
  private static List<String> shared(String[] hosts, Map<String, String> same) {
    String[] names = new String[hosts.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = same.computeIfAbsent(hosts[i], name -> name);
    }
    return List.of(names);
  }

  /**
   * Returns the ranges of files that splits read.
   *
   * @param ofTasks whether hosts count whose copies tasks read and other processes do not
   * @return empty if a split's class is not known to read a range of a file
   */
  public static Optional<PlacedInput> input(List<RawSplit> splits, boolean ofTasks)
      throws IOException {
    PlacedInput input = new PlacedInput(ofTasks);
    for (RawSplit split : splits) {
      if (!FILE_SPLITS.contains(split.className())) {
        return Optional.empty();
      }
      Start start = split.start();
      input.add(start.file(), start.offset(), split.length());
    }
    return Optional.of(input);
  }

  /**
   * Rewrites {@code job.splitmetainfo}, as {@code JobSplitWriter} does, with these splits' hosts;
   * {@code job.split} stays as it is.
   */
  public static void writeHosts(List<RawSplit> splits, FileSystem fs, Path submitDir)
      throws IOException {
    try (FSDataOutputStream out =
        FileSystem.create(
            fs,
            JobSubmissionFiles.getJobSplitMetaFile(submitDir),
            new FsPermission(JobSubmissionFiles.JOB_FILE_PERMISSION))) {
      out.write("META-SPL".getBytes(StandardCharsets.US_ASCII));
      WritableUtils.writeVInt(out, META_VERSION);
      WritableUtils.writeVInt(out, splits.size());
      for (RawSplit split : splits) {
        new SplitMetaInfo(split.hosts().toArray(new String[0]), split.offset(), split.length())
            .write(out);
      }
    }
  }

  private static String className(byte[] raw) throws IOException {
    return Text.readString(new DataInputStream(new ByteArrayInputStream(raw)));
  }
}
