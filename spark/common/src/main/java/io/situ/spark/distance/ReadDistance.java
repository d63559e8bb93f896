// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.distance;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.statistics.IOStatistics;

/** How far bytes that a task read from a store had to come. */
public enum ReadDistance {
  NODE_LOCAL("local"),
  RACK_LOCAL("rack"),
  REMOTE("remote"),
  UNKNOWN("unknown");

  private final String statistic;

  ReadDistance(String distance) {
    this.statistic = "stream_read_bytes_" + distance;
  }

  /** Returns the accumulator's name, which is in the UI and in the event log. */
  String accumulatorName() {
    return "situ.bytesRead." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the distance of the accumulator with a name; empty if it is another's. */
  public static Optional<ReadDistance> ofAccumulator(String name) {
    return Arrays.stream(values()).filter(each -> each.accumulatorName().equals(name)).findFirst();
  }

  /** Returns the bytes of this distance in the statistics of streams; 0 where there are none. */
  long bytes(IOStatistics statistics) {
    return statistics.counters().getOrDefault(statistic, 0L);
  }
}
