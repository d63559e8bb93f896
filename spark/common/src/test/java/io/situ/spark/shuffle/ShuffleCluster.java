// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.support.SparkHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;

/** Spark with Situ's shuffle, its executors as processes of their own on loopback. */
final class ShuffleCluster implements AutoCloseable {

  static final String TWO_EXECUTORS = "local-cluster[2,1,1024]";

  private final SparkSession session;

  private ShuffleCluster(SparkSession session) {
    this.session = session;
  }

  /** Starts it with shuffle data in {@code scratch/shared}, unless the settings say otherwise. */
  static ShuffleCluster start(String master, Path scratch, Map<String, String> settings)
      throws IOException {
    SparkHome.layOut();
    Path shared = Files.createDirectories(scratch.resolve("shared"));
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("shuffle")
            .master(master)
            .config("spark.ui.enabled", false)
            .config("spark.log.level", "ERROR")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.executor.memory", "1g")
            .config("spark.executor.extraClassPath", classDirectories())
            .config(
                "spark.executor.extraJavaOptions",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dsitu.single.user=true")
            .config("spark.sql.shuffle.partitions", 4)
            .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
            .config("spark.local.dir", scratch.resolve("local").toString())
            .config("spark.shuffle.manager", SituShuffleManager.class.getName())
            .config("spark.situ.shuffle", "on")
            .config("spark.situ.shuffle.dir", "situ://" + shared)
            .config("spark.situ.shuffle.wait", "100ms")
            .config("spark.situ.shuffle.sync", false);
    settings.forEach(builder::config);
    return new ShuffleCluster(builder.getOrCreate());
  }

  /** Classes of the module and its tests, which are in no jar yet. */
  static String classDirectories() {
    return Arrays.stream(SparkHome.classPath())
        .filter(entry -> Files.isDirectory(Path.of(entry)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  SparkSession session() {
    return session;
  }

  @Override
  public void close() {
    session.stop();
  }
}
