package io.situ.mapreduce.regroup;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;

/**
 * The splits of a job as {@code JobSubmitter} wrote them, {@code job.split} and {@code
 * job.splitmetainfo}. A split's bytes reach from its own offset to that of the next one, so they
 * can be carried on without knowing their class.
 */
final class SubmittedSplits {

  /**
   * One split.
   *
   * @param className its class
   * @param raw the class name and the serialized split, as they stand in {@code job.split}
   * @param length bytes of input
   * @param hosts where it would best run
   */
  record RawSplit(String className, byte[] raw, long length, List<String> hosts) {

    RawSplit onlyOn(Set<String> known) {
      return new RawSplit(
          className, raw, length, hosts.stream().filter(known::contains).toList());
    }
  }

  private SubmittedSplits() {}

  static List<RawSplit> read(JobID job, FileSystem fs, Configuration conf, Path submitDir)
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
    for (int i = 0; i < metas.length; i++) {
      int from = Math.toIntExact(metas[i].getStartOffset());
      int to = i + 1 < metas.length ? Math.toIntExact(metas[i + 1].getStartOffset()) : bytes.length;
      byte[] raw = java.util.Arrays.copyOfRange(bytes, from, to);
      String[] hosts = metas[i].getLocations();
      splits.add(
          new RawSplit(
              className(raw),
              raw,
              metas[i].getInputDataLength(),
              hosts == null ? List.of() : List.of(hosts)));
    }
    return splits;
  }

  private static String className(byte[] raw) throws IOException {
    return Text.readString(new DataInputStream(new ByteArrayInputStream(raw)));
  }
}
