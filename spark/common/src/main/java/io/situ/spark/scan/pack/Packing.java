// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.List;

/**
 * The partitions of a scan, and what they make local. All figures are bytes of the asked columns.
 *
 * @param bytes what is read
 * @param local what is read on the host that was chosen
 * @param possible what would be local if each unit were read on the host that holds most of it
 */
public record Packing(List<PackedPartition> partitions, long bytes, long local, long possible) {

  public Packing {
    partitions = List.copyOf(partitions);
  }
}
