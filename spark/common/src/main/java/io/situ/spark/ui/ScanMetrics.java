// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import io.situ.spark.ui.ReadSummary.ScanBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.execution.SparkPlanInfo;
import org.apache.spark.sql.execution.metric.SQLMetricInfo;
import org.apache.spark.sql.execution.ui.SparkListenerDriverAccumUpdates;
import scala.Tuple2;
import scala.collection.Iterator;

/**
 * Scans that were packed by host, from the plans of queries: a plan names the accumulators of its
 * metrics, and the driver sets each of them once. Not thread-safe.
 */
final class ScanMetrics {

  private static final String PLANNED = "bytes planned";
  private static final String LOCAL = "bytes planned local";
  private static final String POSSIBLE = "bytes possible local";

  /** Accumulators that a driver sets for a scan of files, at most: Spark's own and ours. */
  private static final int METRICS_PER_SCAN = 16;

  /** By the accumulator of the planned bytes: a plan that is changed while it runs comes again. */
  private final Map<Long, PackedScan> scans;

  private final Map<Long, Long> values;

  ScanMetrics(int maxScans) {
    scans = new BoundedMap<>(maxScans);
    values = new BoundedMap<>(maxScans * METRICS_PER_SCAN);
  }

  private record PackedScan(long query, String name, long planned, long local, long possible) {}

  void plan(long query, SparkPlanInfo plan) {
    Map<String, Long> accumulators = new HashMap<>();
    for (Iterator<SQLMetricInfo> all = plan.metrics().iterator(); all.hasNext(); ) {
      SQLMetricInfo metric = all.next();
      accumulators.put(metric.name(), metric.accumulatorId());
    }
    if (accumulators.keySet().containsAll(List.of(PLANNED, LOCAL, POSSIBLE))) {
      long planned = accumulators.get(PLANNED);
      scans.put(
          planned,
          new PackedScan(
              query,
              plan.nodeName(),
              planned,
              accumulators.get(LOCAL),
              accumulators.get(POSSIBLE)));
    }
    for (Iterator<SparkPlanInfo> all = plan.children().iterator(); all.hasNext(); ) {
      plan(query, all.next());
    }
  }

  /** Keeps what the driver set; this may come before the plan that names the accumulators. */
  void update(SparkListenerDriverAccumUpdates updates) {
    Iterator<Tuple2<Object, Object>> all = updates.accumUpdates().iterator();
    while (all.hasNext()) {
      Tuple2<Object, Object> update = all.next();
      values.put(((Number) update._1()).longValue(), ((Number) update._2()).longValue());
    }
  }

  /** Returns the scans whose partitions were packed. */
  List<ScanBytes> scans() {
    List<ScanBytes> packed = new ArrayList<>();
    for (PackedScan scan : scans.values()) {
      long planned = value(scan.planned());
      if (planned > 0) {
        packed.add(
            new ScanBytes(
                scan.query(), scan.name(), planned, value(scan.local()), value(scan.possible())));
      }
    }
    return packed;
  }

  private long value(long accumulator) {
    return values.getOrDefault(accumulator, 0L);
  }
}
