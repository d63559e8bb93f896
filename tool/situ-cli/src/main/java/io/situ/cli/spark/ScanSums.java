// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.spark.SparkApplication.Scans;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Adds up what scans that Situ packed by host planned to read, from the metrics of Spark's plans. A
 * plan says which accumulators its metrics are, and the driver sets each once. Not thread-safe.
 */
final class ScanSums {

  private static final String SQL = "org.apache.spark.sql.execution.ui.";

  static final String STARTED = SQL + "SparkListenerSQLExecutionStart";
  static final String REPLANNED = SQL + "SparkListenerSQLAdaptiveExecutionUpdate";
  static final String UPDATED = SQL + "SparkListenerDriverAccumUpdates";

  private static final String PLANNED = "bytes planned";
  private static final String LOCAL = "bytes planned local";
  private static final String POSSIBLE = "bytes possible local";

  private final Map<Long, String> metrics = new HashMap<>();
  private final Map<Long, Long> values = new HashMap<>();

  /** Adds the metrics of a plan and of all below it. */
  void plan(JsonNode plan) {
    for (JsonNode metric : plan.path("metrics")) {
      String name = metric.path("name").asText();
      if (name.equals(PLANNED) || name.equals(LOCAL) || name.equals(POSSIBLE)) {
        metrics.put(metric.path("accumulatorId").asLong(), name);
      }
    }
    plan.path("children").forEach(this::plan);
  }

  /** Adds what the driver set; events may come before the plan that names their accumulators. */
  void update(JsonNode event) {
    for (JsonNode pair : event.path("accumUpdates")) {
      values.put(pair.path(0).asLong(), pair.path(1).asLong());
    }
  }

  /** Returns the sums; empty if no such scan was planned. */
  Optional<Scans> scans() {
    long planned = sum(PLANNED);
    return planned == 0
        ? Optional.empty()
        : Optional.of(new Scans(planned, sum(LOCAL), sum(POSSIBLE)));
  }

  private long sum(String name) {
    return metrics.entrySet().stream()
        .filter(metric -> metric.getValue().equals(name))
        .mapToLong(metric -> values.getOrDefault(metric.getKey(), 0L))
        .sum();
  }
}
