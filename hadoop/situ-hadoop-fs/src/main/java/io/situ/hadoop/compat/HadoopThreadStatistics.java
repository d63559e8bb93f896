// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.compat;

import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;

/** Those of Hadoop. Needs {@link HadoopFeature#THREAD_STATISTICS}. */
record HadoopThreadStatistics(IOStatisticsContext context) implements ThreadStatistics {

  /** Returns the interface, for the caller to be linked without this class. */
  static ThreadStatistics ofThisThread() {
    return new HadoopThreadStatistics(IOStatisticsContext.getCurrentIOStatisticsContext());
  }

  @Override
  public IOStatisticsAggregator aggregator() {
    return context.getAggregator();
  }

  @Override
  public IOStatistics sums() {
    return context.getIOStatistics();
  }
}
