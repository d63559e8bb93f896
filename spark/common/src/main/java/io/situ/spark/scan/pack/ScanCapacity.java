// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import io.situ.mapreduce.cost.CostModel;
import java.util.Map;

/**
 * What runs the tasks of a scan, and what they cost.
 *
 * @param slots how many tasks each host runs at once, at least 1, by the name that the engine knows
 *     it by; empty where that is not known or is expected to change
 * @param costs of a task
 */
public record ScanCapacity(Map<String, Integer> slots, CostModel costs) {

  public ScanCapacity {
    slots = Map.copyOf(slots);
  }

  /** Returns how many tasks a host runs at once; 1 where that is not known. */
  int slots(String host) {
    return slots.getOrDefault(host, 1);
  }
}
