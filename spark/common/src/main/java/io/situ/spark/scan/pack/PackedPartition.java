// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.List;

/**
 * What one task reads.
 *
 * @param hosts where it should run: first the host that was chosen for what it holds, then others
 *     that hold as much, then one that takes it over, if reading it there ends earlier. Empty where
 *     nothing is known
 * @param ranges what it reads
 * @param bytes how much of it is local where it is planned to be read
 */
public record PackedPartition(List<String> hosts, List<FileRange> ranges, PlannedBytes bytes) {

  public PackedPartition {
    hosts = List.copyOf(hosts);
    ranges = List.copyOf(ranges);
  }
}
