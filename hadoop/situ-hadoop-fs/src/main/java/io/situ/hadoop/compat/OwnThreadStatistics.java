// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.compat;

import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;

/** Those of a Hadoop that keeps none for each thread. */
record OwnThreadStatistics(IOStatisticsSnapshot snapshot) implements ThreadStatistics {

  private static final ThreadLocal<OwnThreadStatistics> OF_THREADS =
      ThreadLocal.withInitial(() -> new OwnThreadStatistics(new IOStatisticsSnapshot()));

  static ThreadStatistics ofThisThread() {
    return OF_THREADS.get();
  }

  @Override
  public IOStatisticsAggregator aggregator() {
    return snapshot;
  }

  @Override
  public IOStatistics sums() {
    return snapshot;
  }
}
