// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import io.situ.spark.support.SparkHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;

/** Sessions whose executors are processes of their own. */
public final class ClusterSession {

  private ClusterSession() {}

  /** Starts one; what another test left of its own in this process is stopped before. */
  public static SparkSession start(String master, Path scratch, Map<String, String> settings)
      throws IOException {
    SparkHome.layOut();
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("cluster")
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
            .config("spark.local.dir", scratch.resolve("local").toString());
    settings.forEach(builder::config);
    return builder.getOrCreate();
  }

  /** Classes of the module and its tests, which are in no jar yet. */
  private static String classDirectories() {
    return Arrays.stream(SparkHome.classPath())
        .filter(entry -> Files.isDirectory(Path.of(entry)))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
