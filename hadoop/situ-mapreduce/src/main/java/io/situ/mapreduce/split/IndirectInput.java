// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files of a job whose input only names them: a list of paths, or the control files of
 * TestDFSIO. What its maps read lies where those files are, not where the list is.
 */
public final class IndirectInput {

  private static final String NAME = "{}";

  /** Hosts that hold nearly as much as the one that holds most are as good. */
  private static final double NEARLY = 0.95;

  private final Configuration conf;
  private final String pattern;

  private IndirectInput(Configuration conf, String pattern) {
    this.conf = conf;
    this.pattern = pattern;
  }

  /** Empty for a job whose input is what its maps read. */
  public static Optional<IndirectInput> of(Configuration conf) {
    return RegroupPolicy.INPUT_NAMES
        .find(conf::get)
        .map(pattern -> new IndirectInput(conf, pattern));
  }

  /**
   * The same splits with the length of the files that their records name, and the hosts that hold
   * most of those. A split that names no file that is there stays as it is: to miss the file, or to
   * make it, is its task's affair.
   *
   * @throws IOException if the records cannot be read, or a file's place cannot be asked for
   */
  public List<RawSplit> place(List<RawSplit> splits) throws IOException {
    SplitRecords records = new SplitRecords(conf);
    List<RawSplit> placed = new ArrayList<>(splits.size());
    for (RawSplit split : splits) {
      placed.add(place(split, records.texts(split)));
    }
    return placed;
  }

  private RawSplit place(RawSplit split, List<String> names) throws IOException {
    long length = 0;
    Map<String, Long> held = new HashMap<>();
    for (String name : names) {
      Path file = file(name);
      FileSystem fs = file.getFileSystem(conf);
      for (BlockLocation block : blocks(fs, file)) {
        length += block.getLength();
        for (String host : block.getHosts()) {
          held.merge(host, block.getLength(), Long::sum);
        }
      }
    }
    return length == 0 ? split : split.reading(length, most(held));
  }

  private Path file(String name) throws IOException {
    try {
      return new Path(pattern.replace(NAME, name));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          RegroupPolicy.INPUT_NAMES.name()
              + " is "
              + pattern
              + ", and with '"
              + name
              + "' from the input that is no path",
          e);
    }
  }

  private static BlockLocation[] blocks(FileSystem fs, Path file) throws IOException {
    try {
      FileStatus status = fs.getFileStatus(file);
      return status.isFile()
          ? fs.getFileBlockLocations(status, 0, status.getLen())
          : new BlockLocation[0];
    } catch (FileNotFoundException e) {
      return new BlockLocation[0];
    }
  }

  private static List<String> most(Map<String, Long> held) {
    long most = held.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return held.keySet().stream().filter(host -> held.get(host) >= most * NEARLY).sorted().toList();
  }
}
