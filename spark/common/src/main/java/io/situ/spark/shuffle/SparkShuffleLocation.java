// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.hadoop.fs.SituStores;
import io.situ.storage.Store;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;
import org.apache.spark.SparkConf;

/** Where the directory for shuffle data is in this host's tree, and on which mount. */
final class SparkShuffleLocation {

  private static final String DEVICES = "/dev/";
  private static final String YARN_DIRECTORIES = "yarn.nodemanager.local-dirs";

  private SparkShuffleLocation() {}

  /**
   * Returns the path of a directory as this and every host sees it.
   *
   * @return empty if it is not on a mounted file system
   * @throws IOException if its store does not open
   */
  static Optional<String> hostPath(URI directory, Configuration conf) throws IOException {
    if ("file".equals(directory.getScheme())) {
      return Optional.of(directory.getPath());
    }
    if (!"situ".equals(directory.getScheme())) {
      return Optional.empty();
    }
    String name = directory.getAuthority() == null ? "" : directory.getAuthority();
    try (Store store = SituStores.open(name, conf)) {
      return store.info().hostPath().map(root -> root + directory.getPath());
    }
  }

  /** Returns a path of this host; empty if Java cannot name it in this process's locale. */
  static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the one mount of all directories that executors write to, unless it is a disk of this
   * host.
   */
  static Optional<Mount> mountOfExecutors(SparkConf conf, Configuration hadoop) {
    List<Optional<Mount>> mounts =
        localDirectories(conf, hadoop).stream()
            .map(said -> mountOf(Path.of(new org.apache.hadoop.fs.Path(said).toUri().getPath())))
            .distinct()
            .toList();
    return mounts.size() == 1
        ? mounts.get(0).filter(mount -> !mount.source().startsWith(DEVICES))
        : Optional.empty();
  }

  private static List<String> localDirectories(SparkConf conf, Configuration hadoop) {
    boolean client = System.getenv("CONTAINER_ID") == null;
    if (client && conf.get("spark.master", "").startsWith("yarn")) {
      Configuration yarn = new Configuration(hadoop);
      yarn.addResource("yarn-site.xml");
      return List.copyOf(yarn.getTrimmedStringCollection(YARN_DIRECTORIES));
    }
    return localDirectories(conf, System.getenv());
  }

  /** As Spark looks for them; its own method for it changes from line to line. */
  static List<String> localDirectories(SparkConf conf, Map<String, String> environment) {
    String executor = environment.get("SPARK_EXECUTOR_DIRS");
    String said;
    if (environment.containsKey("CONTAINER_ID")) {
      said = environment.getOrDefault("LOCAL_DIRS", "");
    } else if (executor != null) {
      said = executor.replace(File.pathSeparatorChar, ',');
    } else {
      String configured = conf.get("spark.local.dir", System.getProperty("java.io.tmpdir"));
      said = environment.getOrDefault("SPARK_LOCAL_DIRS", configured);
    }
    return List.copyOf(StringUtils.getTrimmedStringCollection(said));
  }

  static Optional<Mount> mountOf(Path path) {
    return MountTable.ofSystem().findReal(path);
  }
}
