// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.mapreduce.placement.PlacedInput;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.split.JobSplit.SplitMetaInfo;

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
   * @param holders those that hold it, of which {@code hosts} are some or all
   * @param etag its file's, as {@link FileVersion#etag} has it; empty in what was read
   */
  public record RawSplit(
      String className,
      byte[] raw,
      long offset,
      long length,
      List<String> hosts,
      List<String> holders,
      String etag) {

    /** One that would best run on all that hold it, of a file without a known etag. */
    public RawSplit(String className, byte[] raw, long offset, long length, List<String> hosts) {
      this(className, raw, offset, length, hosts, hosts, "");
    }

    /** The same to run on those of its hosts that are known; its holders stay. */
    public RawSplit onlyOn(Collection<String> known) {
      List<String> some = hosts.stream().filter(known::contains).toList();
      return new RawSplit(className, raw, offset, length, some, holders, etag);
    }

    RawSplit withEtag(String other) {
      return new RawSplit(className, raw, offset, length, hosts, holders, other);
    }

    /** The same on those of its hosts that are known, by the names they have there. */
    public RawSplit spelled(Map<String, String> known) {
      List<String> names =
          hosts.stream().map(known::get).filter(Objects::nonNull).distinct().toList();
      return new RawSplit(className, raw, offset, length, names, names, etag);
    }

    /** The same with other bytes to be read, and where they lie. */
    RawSplit reading(long bytes, List<String> where) {
      return new RawSplit(className, raw, offset, bytes, where, where, etag);
    }

    RawSplit withRaw(byte[] other) {
      return new RawSplit(className, other, offset, length, hosts, holders, etag);
    }

    /**
     * Both interfaces' {@code FileSplit} is written as a path, a start and a length.
     *
     * @throws IOException if this is none
     */
    public Start start() throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(raw));
      Text.readString(in, raw.length);
      String file = Text.readString(in, raw.length);
      long offset = in.readLong();
      try {
        return new Start(new Path(file), offset);
      } catch (IllegalArgumentException e) {
        throw new IOException("a split of the job names no file, but '" + file + "'", e);
      }
    }
  }

  /** Where a split of a file begins. */
  public record Start(Path file, long offset) {}

  /** What Hadoop says of one split in {@code job.splitmetainfo}. */
  private record Meta(List<String> hosts, long offset, long length) {}

  /** The host that Hadoop's file systems name for files of which they know no hosts. */
  public static final String NO_HOST = "localhost";

  private static final byte[] META_MARK = "META-SPL".getBytes(StandardCharsets.US_ASCII);
  private static final int META_VERSION = 1;

  /** Bytes of the shortest description of a split. */
  private static final int MIN_META = 3;

  /** The longest array. */
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private static final Set<String> FILE_SPLITS =
      Set.of(
          "org.apache.hadoop.mapred.FileSplit", "org.apache.hadoop.mapreduce.lib.input.FileSplit");

  private SubmittedSplits() {}

  /**
   * Reads the splits of a job.
   *
   * @throws IOException if they cannot be read, or are not as Hadoop writes them
   */
  public static List<RawSplit> read(FileSystem fs, Path submitDir) throws IOException {
    return parse(
        readAll(fs, JobSubmissionFiles.getJobSplitFile(submitDir)),
        readAll(fs, JobSubmissionFiles.getJobSplitMetaFile(submitDir)));
  }

  private static byte[] readAll(FileSystem fs, Path file) throws IOException {
    long length = fs.getFileStatus(file).getLen();
    if (length > MAX_BYTES) {
      throw new IOException("'" + file + "' has " + length + " bytes; at most " + MAX_BYTES);
    }
    byte[] bytes = new byte[(int) length];
    try (FSDataInputStream in = fs.open(file)) {
      in.readFully(0, bytes);
    }
    return bytes;
  }

  /**
   * Reads the content of {@code job.split} and {@code job.splitmetainfo}.
   *
   * @throws IOException if it is not as Hadoop writes it
   */
  static List<RawSplit> parse(byte[] bytes, byte[] metaBytes) throws IOException {
    Map<String, String> same = new HashMap<>();
    List<Meta> metas;
    try {
      metas = metas(new DataInputStream(new ByteArrayInputStream(metaBytes)), same);
    } catch (EOFException e) {
      throw damaged("job.splitmetainfo ends too early");
    }
    List<RawSplit> splits = new ArrayList<>(metas.size());
    for (int i = 0; i < metas.size(); i++) {
      Meta meta = metas.get(i);
      long to = i + 1 < metas.size() ? metas.get(i + 1).offset() : bytes.length;
      if (meta.offset() < 0 || to < meta.offset() || to > bytes.length) {
        throw damaged("one has the bytes from " + meta.offset() + " to " + to);
      }
      byte[] raw = Arrays.copyOfRange(bytes, (int) meta.offset(), (int) to);
      String name = same.computeIfAbsent(className(raw), key -> key);
      splits.add(new RawSplit(name, raw, meta.offset(), meta.length(), meta.hosts()));
    }
    return splits;
  }

  /**
   * As Hadoop's {@code SplitMetaInfoReader}, but that a count makes no room for what is not there.
   *
   * @param same equal names, which are kept once: of a million splits the names of hosts alone
   *     would fill the memory
   */
  private static List<Meta> metas(DataInputStream in, Map<String, String> same) throws IOException {
    if (!Arrays.equals(in.readNBytes(META_MARK.length), META_MARK)) {
      throw damaged("job.splitmetainfo does not begin as it should");
    }
    int version = WritableUtils.readVInt(in);
    if (version != META_VERSION) {
      throw damaged("job.splitmetainfo is of version " + version);
    }
    int count = count(in, MIN_META);
    List<Meta> metas = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String[] hosts = new String[count(in, 1)];
      for (int j = 0; j < hosts.length; j++) {
        hosts[j] = same.computeIfAbsent(Text.readString(in, in.available()), key -> key);
      }
      long offset = WritableUtils.readVLong(in);
      metas.add(new Meta(List.of(hosts), offset, WritableUtils.readVLong(in)));
    }
    return metas;
  }

  /** A number of things that take at least {@code size} bytes each. */
  private static int count(DataInputStream in, int size) throws IOException {
    int count = WritableUtils.readVInt(in);
    if (count < 0 || count > in.available() / size) {
      throw damaged("job.splitmetainfo has a list of " + count);
    }
    return count;
  }

  private static IOException damaged(String how) {
    return new IOException("the splits of the job are not as Hadoop writes them: " + how);
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
      out.write(META_MARK);
      WritableUtils.writeVInt(out, META_VERSION);
      WritableUtils.writeVInt(out, splits.size());
      for (RawSplit split : splits) {
        new SplitMetaInfo(split.hosts().toArray(new String[0]), split.offset(), split.length())
            .write(out);
      }
    }
  }

  private static String className(byte[] raw) throws IOException {
    return Text.readString(new DataInputStream(new ByteArrayInputStream(raw)), raw.length);
  }
}
