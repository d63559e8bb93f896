// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import io.situ.spark.ui.ReadSummary.ScanBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.execution.SparkPlanInfo;
import org.apache.spark.sql.execution.metric.SQLMetricInfo;
import scala.collection.Iterator;

/**
 * Scans that were packed by host, from the plans of queries: a plan names the accumulators of its
 * metrics, and tasks add to them. Not thread-safe.
 */
final class ScanMetrics {

  private static final String PLANNED = "bytes planned";
  private static final String LOCAL = "bytes planned local";
  private static final String POSSIBLE = "bytes possible local";

  /** The names of a packed scan's accumulators. */
  static final Set<String> NAMES = Set.of(PLANNED, LOCAL, POSSIBLE);

  /** By the accumulator of the planned bytes: a plan that is changed while it runs comes again. */
  private final Map<Long, PackedScan> scans;

  private final Map<Long, Long> values;

  ScanMetrics(int maxScans) {
    scans = new BoundedMap<>(maxScans);
    values = new BoundedMap<>(maxScans * NAMES.size());
  }

  private record PackedScan(long query, String name, long planned, long local, long possible) {}

  void plan(long query, SparkPlanInfo plan) {
    Map<String, Long> accumulators = new HashMap<>();
    for (Iterator<SQLMetricInfo> all = plan.metrics().iterator(); all.hasNext(); ) {
      SQLMetricInfo metric = all.next();
      accumulators.put(metric.name(), metric.accumulatorId());
    }
    if (accumulators.keySet().containsAll(NAMES)) {
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

  /** Adds what a task added to an accumulator of one of the {@link #NAMES}. */
  void add(long accumulator, long bytes) {
    values.merge(accumulator, bytes, Long::sum);
  }

  /** Returns the scans whose tasks read anything. */
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
