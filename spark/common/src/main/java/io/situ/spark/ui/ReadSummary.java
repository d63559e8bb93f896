// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import java.util.List;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * What the tasks of an application read, as the page shows it and as the History Server stores it.
 *
 * @param total of all stages, also of those that are no longer listed
 * @param hosts by name
 * @param stages attempts at stages, in their order, of the last ones
 * @param scans the last scans that were packed by host
 */
public record ReadSummary(
    TaskSums total, List<HostSums> hosts, List<StageSums> stages, List<ScanBytes> scans) {

  /** The one summary in the store of an application. */
  static final String KEY = "situ-reads";

  public ReadSummary {
    hosts = List.copyOf(hosts);
    stages = List.copyOf(stages);
    scans = List.copyOf(scans);
  }

  /** Returns the key in the store of an application. */
  @KVIndex
  public String key() {
    return KEY;
  }

  /** Returns whether Situ neither counted nor packed anything. */
  boolean hasNothing() {
    return total.read().sum() == 0 && scans.isEmpty();
  }

  /** What the tasks of a host did. */
  public record HostSums(String host, TaskSums sums) {}

  /** What the tasks of an attempt at a stage did. */
  public record StageSums(int stage, int attempt, String name, TaskSums sums) {}

  /**
   * Bytes that tasks read of a scan, by the placement when it was planned.
   *
   * @param query Spark's number of the query
   * @param planned all
   * @param local those on the hosts that were chosen
   * @param possible those with each row group, stripe or run of lines on its best host
   */
  public record ScanBytes(long query, String scan, long planned, long local, long possible) {}
}
