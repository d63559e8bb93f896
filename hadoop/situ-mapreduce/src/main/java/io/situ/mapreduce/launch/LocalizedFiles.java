// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The files that a submitted job has copied to each process's directory. */
final class LocalizedFiles {

  private static final List<String> DETAILS =
      List.of(
          MRJobConfig.CACHE_FILE_TIMESTAMPS,
          MRJobConfig.CACHE_FILES_SIZES,
          MRJobConfig.CACHE_FILE_VISIBILITIES);

  /** What {@link #add} changes. */
  static final List<String> KEYS =
      Stream.concat(Stream.of(MRJobConfig.CACHE_FILES), DETAILS.stream()).toList();

  private static final String WILDCARD = "*";

  private final Configuration conf;

  private LocalizedFiles(Configuration conf) {
    this.conf = conf;
  }

  static LocalizedFiles of(Configuration conf) {
    return new LocalizedFiles(conf);
  }

  /**
   * Returns the name of a file, archive or job jar in a process's directory that is one of these.
   *
   * @throws IOException if a directory whose files are all copied cannot be listed
   */
  Optional<String> namedLike(Collection<String> names) throws IOException {
    Set<String> all = new HashSet<>(names);
    for (String key : List.of(MRJobConfig.CACHE_FILES, MRJobConfig.CACHE_ARCHIVES)) {
      for (String uri : conf.getTrimmedStrings(key)) {
        Optional<String> found = links(uri).stream().filter(all::contains).findFirst();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** As {@code -libjars} has them, a directory with a wildcard stands for each of its files. */
  private List<String> links(String uri) throws IOException {
    String link = link(uri);
    if (!link.equals(WILDCARD)) {
      return List.of(link);
    }
    Path directory = new Path(uri.substring(0, uri.lastIndexOf('/') + 1));
    return Arrays.stream(directory.getFileSystem(conf).listStatus(directory))
        .map(file -> file.getPath().getName())
        .toList();
  }

  private static String link(String uri) {
    int fragment = uri.lastIndexOf('#');
    return fragment < 0 ? uri.substring(uri.lastIndexOf('/') + 1) : uri.substring(fragment + 1);
  }

  /**
   * Adds a file, for this user only.
   *
   * @param link its name in the directory
   * @return whether it was added: not if the lists are of different lengths
   */
  boolean add(FileStatus file, String link, List<Configuration> all) {
    int files = conf.getStrings(MRJobConfig.CACHE_FILES, new String[0]).length;
    for (Configuration one : all) {
      if (one.getStrings(MRJobConfig.CACHE_FILES, new String[0]).length != files
          || DETAILS.stream().anyMatch(key -> one.getStrings(key, new String[0]).length != files)) {
        return false;
      }
    }
    String uri = URI.create(file.getPath().toUri() + "#" + link).toString();
    for (Configuration one : all) {
      append(one, MRJobConfig.CACHE_FILES, uri);
      append(one, DETAILS.get(0), Long.toString(file.getModificationTime()));
      append(one, DETAILS.get(1), Long.toString(file.getLen()));
      append(one, DETAILS.get(2), "false");
    }
    return true;
  }

  private static void append(Configuration conf, String key, String value) {
    String before = conf.get(key, "");
    conf.set(key, before.isEmpty() ? value : before + "," + value);
  }
}
