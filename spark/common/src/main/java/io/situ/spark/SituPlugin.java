// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import io.situ.spark.distance.DistanceDriverPlugin;
import io.situ.spark.distance.DistanceExecutorPlugin;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Spark's plug-in of Situ: {@code spark.plugins=io.situ.spark.SituPlugin}. It makes {@code situ://}
 * known to programs that never open a session, and counts the bytes that each task reads from
 * stores by distance.
 */
public final class SituPlugin implements SparkPlugin {

  @Override
  public DriverPlugin driverPlugin() {
    return new DistanceDriverPlugin(
        context -> FileSystemRegistration.register(context.hadoopConfiguration()));
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new DistanceExecutorPlugin();
  }
}
