// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Reads a directory of Hadoop configuration files. */
public final class ConfFiles {

  private static final List<String> NAMES =
      List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml");

  private ConfFiles() {}

  /**
   * Returns what is set there and over it, as jobs see it: also variables of the files are replaced
   * by what is set over them. Hadoop's own defaults are left out.
   *
   * @param settings what is set over the files, by full name
   * @throws IOException if a file is not such a file, naming it
   */
  public static Map<String, String> read(Path directory, Map<String, String> settings)
      throws IOException {
    Configuration conf = new Configuration(false);
    for (String name : NAMES) {
      Path file = directory.resolve(name);
      if (Files.exists(file)) {
        conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      }
    }
    Map<String, String> values = new TreeMap<>();
    try {
      settings.forEach(conf::set);
      for (Map.Entry<String, String> entry : conf) {
        values.put(entry.getKey(), conf.get(entry.getKey()));
      }
    } catch (RuntimeException e) {
      throw new IOException(
          "the configuration in '" + directory + "' cannot be read: " + e.getMessage(), e);
    }
    return values;
  }
}
