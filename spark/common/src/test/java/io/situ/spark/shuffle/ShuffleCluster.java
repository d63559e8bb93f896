// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.ClusterSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Spark with Situ's shuffle, its executors as processes of their own on loopback. */
final class ShuffleCluster implements AutoCloseable {

  static final String ONE_EXECUTOR = "local-cluster[1,1,1024]";
  static final String TWO_EXECUTORS = "local-cluster[2,1,1024]";

  private final SparkSession session;

  private ShuffleCluster(SparkSession session) {
    this.session = session;
  }

  /** Starts it with shuffle data in {@code scratch/shared}, unless the settings say otherwise. */
  static ShuffleCluster start(String master, Path scratch, Map<String, String> settings)
      throws IOException {
    Path shared = Files.createDirectories(scratch.resolve("shared"));
    Map<String, String> all = new HashMap<>();
    all.put("spark.shuffle.manager", SituShuffleManager.class.getName());
    all.put("spark.situ.shuffle", "on");
    all.put("spark.situ.shuffle.dir", "situ://" + shared);
    all.put("spark.situ.shuffle.wait", "100ms");
    all.put("spark.situ.shuffle.sync", "false");
    all.putAll(settings);
    return new ShuffleCluster(ClusterSession.start(master, scratch, all));
  }

  SparkSession session() {
    return session;
  }

  @Override
  public void close() {
    session.stop();
  }
}
