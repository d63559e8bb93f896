// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import io.situ.spark.support.SparkHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark master and an executor, which is a process of its own on loopback, from the test's class
 * path.
 */
final class SparkCluster implements AutoCloseable {

  private final SparkSession session;

  private SparkCluster(SparkSession session) {
    this.session = session;
  }

  static SparkCluster start(Path scratch, Map<String, String> settings) throws IOException {
    SparkHome.layOut();
    // The lambdas of the tests must be known to the executors.
    String tests = SparkCluster.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("situ-engine-tests")
            .master("local-cluster[1,2,1024]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.executor.memory", "1g")
            .config("spark.executor.extraClassPath", tests)
            .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
            .config("spark.local.dir", scratch.resolve("local").toString());
    settings.forEach(builder::config);
    return new SparkCluster(builder.getOrCreate());
  }

  SparkSession session() {
    return session;
  }

  @Override
  public void close() {
    session.stop();
  }
}
