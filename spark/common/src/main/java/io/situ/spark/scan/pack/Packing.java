// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.List;

/** The partitions of a scan. */
public record Packing(List<PackedPartition> partitions) {

  public Packing {
    partitions = List.copyOf(partitions);
  }

  /** Returns what they make local. */
  public PlannedBytes bytes() {
    return partitions.stream()
        .map(PackedPartition::bytes)
        .reduce(PlannedBytes.NONE, PlannedBytes::plus);
  }
}
