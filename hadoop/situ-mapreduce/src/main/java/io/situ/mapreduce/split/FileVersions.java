// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down which version of its file each split of a job is about. */
public final class FileVersions {

  /** So many files of one directory are asked for one by one. */
  private static final int FEW = 32;

  private static final Logger LOG = LoggerFactory.getLogger(FileVersions.class);

  private FileVersions() {}

  /** The same splits, each with the version of its file behind its bytes, and its file's etag. */
  public static List<RawSplit> stamp(List<RawSplit> splits, Configuration conf) throws IOException {
    if (!RegroupPolicy.CHANGES.get(conf::get)) {
      return stamp(splits, split -> FileVersion.UNKNOWN);
    }
    Map<Path, Path> same = new HashMap<>();
    List<Path> files = new ArrayList<>(splits.size());
    for (RawSplit split : splits) {
      Path file = split.start().file();
      files.add(same.computeIfAbsent(file, path -> path));
    }
    Map<Path, FileVersion> known = fetch(files, conf);
    return stamp(splits, index -> known.getOrDefault(files.get(index), FileVersion.UNKNOWN));
  }

  private static List<RawSplit> stamp(List<RawSplit> splits, IntFunction<FileVersion> versions)
      throws IOException {
    List<RawSplit> stamped = new ArrayList<>(splits.size());
    for (int i = 0; i < splits.size(); i++) {
      stamped.add(append(splits.get(i), versions.apply(i)));
    }
    return stamped;
  }

  private static Map<Path, FileVersion> fetch(List<Path> files, Configuration conf)
      throws IOException {
    Map<Path, List<Path>> byDirectory =
        files.stream()
            .distinct()
            .filter(file -> file.getParent() != null)
            .collect(Collectors.groupingBy(Path::getParent));
    Map<Path, FileVersion> known = new HashMap<>();
    for (var directory : byDirectory.entrySet()) {
      FileSystem fs = directory.getKey().getFileSystem(conf);
      if (directory.getValue().size() > FEW) {
        askAll(fs, directory.getKey(), directory.getValue(), known);
      } else {
        for (Path file : directory.getValue()) {
          askOne(fs, file, known);
        }
      }
    }
    return known;
  }

  /**
   * A directory that is not there is its tasks' affair, like a file: splits may name anything. One
   * may be entered and not listed.
   */
  private static void askAll(
      FileSystem fs, Path directory, List<Path> files, Map<Path, FileVersion> known)
      throws IOException {
    try {
      for (FileStatus status : fs.listStatus(directory)) {
        known.put(status.getPath(), FileVersion.of(status));
      }
    } catch (FileNotFoundException e) {
      LOG.debug("{} is not there", directory, e);
    } catch (IOException e) {
      LOG.debug("{} cannot be listed", directory, e);
      for (Path file : files) {
        askOne(fs, file, known);
      }
    }
  }

  /** A file that is not there any more is its task's affair. */
  private static void askOne(FileSystem fs, Path file, Map<Path, FileVersion> known)
      throws IOException {
    try {
      known.put(file, FileVersion.of(fs.getFileStatus(file)));
    } catch (FileNotFoundException e) {
      known.put(file, FileVersion.UNKNOWN);
    }
  }

  private static RawSplit append(RawSplit split, FileVersion version) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(split.raw().length + 16);
    bytes.write(split.raw());
    version.write(new DataOutputStream(bytes));
    return split.withRaw(bytes.toByteArray()).withEtag(version.etag());
  }
}
