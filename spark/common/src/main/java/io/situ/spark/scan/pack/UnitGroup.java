// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Units that become one partition.
 *
 * @param host the number of the host that was chosen for them; {@link HostIndex#size} where no host
 *     is known
 * @param units in the order of their files
 */
record UnitGroup(int host, List<ScanUnit> units) {

  /** Spark asks for no more hosts of a partition. */
  private static final int MAX_HOSTS = 3;

  /** A host that holds this part of the chosen one's bytes is named as well. */
  private static final double AS_GOOD = 0.99;

  UnitGroup {
    units = List.copyOf(units);
  }

  long bytes() {
    return units.stream().mapToLong(ScanUnit::bytes).sum();
  }

  /** Returns the bytes that a host holds. */
  long held(int other) {
    return units.stream().mapToLong(unit -> unit.localOn(other)).sum();
  }

  /** Returns the hosts that hold as much as any, the chosen one first; empty if none is known. */
  List<String> holders(HostIndex hosts) {
    if (host == hosts.size()) {
      return List.of();
    }
    Set<Integer> others = new LinkedHashSet<>();
    for (int other : units.get(0).hosts()) {
      others.add(other);
    }
    others.remove(host);
    double least = AS_GOOD * held(host);
    others.removeIf(other -> held(other) < least);
    List<String> names = new ArrayList<>(List.of(hosts.name(host)));
    others.stream().limit(MAX_HOSTS - 1).map(hosts::name).forEach(names::add);
    return names;
  }

  /**
   * Returns the partition.
   *
   * @param names of the hosts where it should run
   * @param reader the number of the host that is planned to read it
   */
  PackedPartition partition(List<String> names, int reader) {
    List<FileRange> ranges = new ArrayList<>();
    for (ScanUnit unit : units) {
      FileRange range = unit.range();
      FileRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
      if (last != null && last.isFollowedBy(range)) {
        ranges.set(ranges.size() - 1, new FileRange(last.file(), last.start(), range.end()));
      } else {
        ranges.add(range);
      }
    }
    long possible = units.stream().mapToLong(ScanUnit::possible).sum();
    return new PackedPartition(names, ranges, new PlannedBytes(bytes(), held(reader), possible));
  }
}
