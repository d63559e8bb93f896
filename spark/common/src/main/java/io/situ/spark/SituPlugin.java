// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import io.situ.spark.distance.DistanceDriverPlugin;
import io.situ.spark.distance.DistanceExecutorPlugin;
import io.situ.spark.line.SparkLine;
import io.situ.spark.ui.ReadTab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spark's plug-in of Situ: {@code spark.plugins=io.situ.spark.SituPlugin}. It makes {@code situ://}
 * known to programs that never open a session, counts the bytes that each task reads from stores by
 * distance, and shows them in a tab of Spark's UI.
 */
public final class SituPlugin implements SparkPlugin {

  /** Key of the local file that the driver writes the application's identifier to. */
  private static final String APPLICATION_FILE = "spark.situ.application.file";

  private static final Logger LOG = LoggerFactory.getLogger(SituPlugin.class);

  @Override
  public DriverPlugin driverPlugin() {
    return new Driver();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new DistanceExecutorPlugin();
  }

  /** The part in the driver. */
  private static final class Driver implements DriverPlugin {

    private final DistanceDriverPlugin distances = new DistanceDriverPlugin();

    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
      FileSystemRegistration.register(context.hadoopConfiguration());
      if (SparkLine.objection().isEmpty()) {
        addTab(context);
      }
      return distances.init(context, plugin);
    }

    /** An application runs without the tab as well. */
    private static void addTab(SparkContext context) {
      try {
        ReadTab.addTo(context);
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("the tab \"Situ\" cannot be added to Spark's UI: {}", e.toString());
      }
    }

    /** Spark calls this once, when the application has its identifier. */
    @Override
    public void registerMetrics(String application, PluginContext plugin) {
      String file = plugin.conf().get(APPLICATION_FILE, "");
      if (!file.isEmpty()) {
        try {
          Files.writeString(Path.of(file), application, StandardCharsets.UTF_8);
        } catch (IOException e) {
          LOG.warn("{} '{}' cannot be written: {}", APPLICATION_FILE, file, e.toString());
        }
      }
    }
  }
}
