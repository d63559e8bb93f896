// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.List;

/**
 * What one task reads.
 *
 * @param hosts where it should run, the chosen host first; others hold as much of it. Empty where
 *     nothing is known
 * @param ranges what it reads
 * @param bytes how much of it is local on the chosen host
 */
public record PackedPartition(List<String> hosts, List<FileRange> ranges, PlannedBytes bytes) {

  public PackedPartition {
    hosts = List.copyOf(hosts);
    ranges = List.copyOf(ranges);
  }
}
