// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.FileSystemRegistration;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * Where an application's shuffle data goes.
 *
 * @param application its directory; empty where Spark's own shuffle is used
 * @param reason why that is so, as a clause
 */
record SparkShuffleChoice(Optional<SharedApplication> application, String reason) {

  private static SparkShuffleChoice own(String reason) {
    return new SparkShuffleChoice(Optional.empty(), reason);
  }

  /** Returns the configuration of Hadoop's file systems, with Situ's. */
  static Configuration hadoopConfiguration(SparkConf conf) {
    Configuration hadoop = SparkHadoopUtil.get().newConfiguration(conf);
    FileSystemRegistration.register(hadoop);
    return hadoop;
  }

  /**
   * Chooses, and creates the application's directory if its data is to be shared.
   *
   * @throws IllegalArgumentException if what is configured is not valid, in one sentence
   * @throws IOException if the directory cannot be used, in one sentence
   */
  static SparkShuffleChoice make(SparkConf conf) throws IOException {
    SparkShuffleKeys.requireValid(conf);
    switch (SparkShuffleKeys.get(conf, SparkShuffleKeys.MODE)) {
      case OFF:
        return own(SparkShuffleKeys.MODE.name() + "=off");
      case ON:
        return new SparkShuffleChoice(
            Optional.of(start(conf, hadoopConfiguration(conf))),
            SparkShuffleKeys.MODE.name() + "=on");
      default:
        try {
          return auto(conf, hadoopConfiguration(conf));
        } catch (IOException | IllegalArgumentException e) {
          return own("auto cannot share shuffle data: " + e.getMessage());
        }
    }
  }

  private static SharedApplication start(SparkConf conf, Configuration hadoop) throws IOException {
    if (conf.getBoolean("spark.shuffle.useOldFetchProtocol", false)) {
      throw new IllegalArgumentException(
          "Situ's shuffle does not go with spark.shuffle.useOldFetchProtocol=true, which gives all"
              + " attempts of a map the same number; leave one of them out");
    }
    return SharedApplication.start(directory(conf), conf, hadoop);
  }

  private static org.apache.hadoop.fs.Path directory(SparkConf conf) {
    return SparkShuffleKeys.directory(conf)
        .map(org.apache.hadoop.fs.Path::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Situ's shuffle needs a directory on a file system that all hosts share; name"
                        + " one in "
                        + SparkShuffleKeys.DIRECTORY.name()
                        + ", such as situ://NAME/tmp"));
  }

  private static SparkShuffleChoice auto(SparkConf conf, Configuration hadoop) throws IOException {
    Optional<Mount> executors = SparkShuffleLocation.mountOfExecutors(conf, hadoop);
    if (executors.isEmpty()) {
      return own(
          "auto shares shuffle data only where executors have no disks of their own: their local"
              + " directories are not on a shared store");
    }
    org.apache.hadoop.fs.Path directory = directory(conf);
    Optional<String> host =
        SparkShuffleLocation.hostPath(
            directory.getFileSystem(hadoop).makeQualified(directory).toUri(), hadoop);
    Optional<Path> path = host.flatMap(SparkShuffleLocation::path);
    if (path.isEmpty() && host.isPresent()) {
      return own(
          "auto cannot find out on which mount "
              + directory
              + " is, which Java cannot name in this process's locale; set LC_ALL=C.UTF-8, or "
              + SparkShuffleKeys.MODE.name()
              + "=on");
    }
    if (!path.flatMap(SparkShuffleLocation::mountOf).equals(executors)) {
      return own(
          "auto shares shuffle data only on the store that executors write to anyway, and "
              + directory
              + " is on another");
    }
    return new SparkShuffleChoice(
        Optional.of(start(conf, hadoop)),
        "auto found that executors write to " + executors.get().point() + " in any case");
  }
}
