// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.compat;

import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;

/**
 * The statistics of the streams that one thread opened and that are closed: those that Hadoop keeps
 * for the thread, or Situ's own where Hadoop keeps none. A holder of the instance keeps the
 * statistics of a thread alive. Thread-safe.
 */
public interface ThreadStatistics {

  /** Returns the statistics of the calling thread. */
  static ThreadStatistics ofThisThread() {
    return HadoopFeature.THREAD_STATISTICS.isPresent()
        ? HadoopThreadStatistics.ofThisThread()
        : OwnThreadStatistics.ofThisThread();
  }

  /** Returns what streams of the thread add their statistics to. */
  IOStatisticsAggregator aggregator();

  /** Returns the sums, which change as streams are closed. */
  IOStatistics sums();
}
