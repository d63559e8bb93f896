// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The partitions of a scan. */
public record Packing(List<PackedPartition> partitions) {

  public Packing {
    partitions = List.copyOf(partitions);
  }

  /** Returns the bytes that are planned for each host, but for those that may be read anywhere. */
  public Map<String, Long> bytesByHost() {
    return partitions.stream()
        .filter(partition -> !partition.hosts().isEmpty())
        .collect(
            Collectors.groupingBy(
                partition -> partition.hosts().get(0),
                TreeMap::new,
                Collectors.summingLong(partition -> partition.bytes().all())));
  }

  /** Returns what they make local. */
  public PlannedBytes bytes() {
    return partitions.stream()
        .map(PackedPartition::bytes)
        .reduce(PlannedBytes.NONE, PlannedBytes::plus);
  }
}
