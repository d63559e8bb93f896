package io.situ.mapreduce.regroup;

import io.situ.mapreduce.regroup.SubmittedSplits.RawSplit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes down which version of its file each split of a job is about. */
final class FileVersions {

  /** Whether a job fails whose input is changed while it runs: {@code fail} or {@code ignore}. */
  static final String CHANGES = "situ.mapreduce.input.changes";

  /** So many files of one directory are asked for one by one. */
  private static final int FEW = 32;

  private FileVersions() {}

  /** The same splits, each with the version of its file behind its bytes. */
  static List<RawSplit> stamp(List<RawSplit> splits, Configuration conf) throws IOException {
    List<Path> files = new ArrayList<>(splits.size());
    for (RawSplit split : splits) {
      files.add(split.start().file());
    }
    boolean wanted = conf.getTrimmed(CHANGES, "fail").equals("fail");
    Map<Path, FileVersion> known = wanted ? ask(files, conf) : Map.of();
    List<RawSplit> stamped = new ArrayList<>(splits.size());
    for (int i = 0; i < files.size(); i++) {
      FileVersion version = known.getOrDefault(files.get(i), FileVersion.UNKNOWN);
      stamped.add(append(splits.get(i), version));
    }
    return stamped;
  }

  private static Map<Path, FileVersion> ask(List<Path> files, Configuration conf)
      throws IOException {
    Map<Path, List<Path>> byDirectory =
        files.stream().distinct().collect(Collectors.groupingBy(Path::getParent));
    Map<Path, FileVersion> known = new HashMap<>();
    for (var directory : byDirectory.entrySet()) {
      FileSystem fs = directory.getKey().getFileSystem(conf);
      if (directory.getValue().size() > FEW) {
        for (FileStatus status : fs.listStatus(directory.getKey())) {
          known.put(status.getPath(), FileVersion.of(status));
        }
      } else {
        for (Path file : directory.getValue()) {
          askOne(fs, file, known);
        }
      }
    }
    return known;
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
    return split.withRaw(bytes.toByteArray());
  }
}
