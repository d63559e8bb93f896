// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Packs units into partitions that are each read on one host. Units stay in the order of their
 * files, so that neighbours on one host become one range again.
 */
public final class HostPacker {

  private static final Comparator<ScanUnit> FILE_ORDER =
      Comparator.<ScanUnit>comparingInt(unit -> unit.range().file())
          .thenComparingLong(unit -> unit.range().start());

  /** Neighbours are joined into no fewer units of each host, so that hosts have their share. */
  private static final int MIN_RUNS = 16;

  /** Spark asks for no more hosts of a partition. */
  private static final int MAX_HOSTS = 3;

  /** A host that holds this part of the chosen one's bytes is named as well. */
  private static final double AS_GOOD = 0.99;

  private final HostIndex hosts;
  private final List<List<ScanUnit>> byHost = new ArrayList<>();

  private HostPacker(HostIndex hosts) {
    this.hosts = hosts;
    for (int i = 0; i <= hosts.size(); i++) {
      byHost.add(new ArrayList<>());
    }
  }

  /**
   * Packs all units, each into one partition. Thread-safe for different indexes of hosts.
   *
   * @param parts whose ranges do not overlap; those of a file one after the other
   */
  public static Packing pack(List<ScanUnit> parts, HostIndex hosts, PartitionLimits limits) {
    HostPacker packer = new HostPacker(hosts);
    List<ScanUnit> units = UnitRuns.join(parts, packer.longestRun(parts, limits), HostChoice.BEST);
    int[] chosen = HostChoice.choose(units, hosts.size());
    for (int i = 0; i < chosen.length; i++) {
      packer.byHost.get(chosen[i] < 0 ? hosts.size() : chosen[i]).add(units.get(i));
    }
    packer.byHost.forEach(list -> list.sort(FILE_ORDER));
    return new Packing(packer.withinLimits(units, limits));
  }

  private long longestRun(List<ScanUnit> parts, PartitionLimits limits) {
    long total = parts.stream().mapToLong(part -> part.range().length()).sum();
    return Math.min(
        limits.maxBytes(),
        Math.max(limits.openCost(), total / MIN_RUNS / Math.max(1, hosts.size())));
  }

  private List<PackedPartition> withinLimits(List<ScanUnit> units, PartitionLimits limits) {
    List<PackedPartition> partitions = partitions(limits);
    if (limits.maxPartitions().isEmpty()
        || partitions.size() <= limits.maxPartitions().getAsInt()) {
      return partitions;
    }
    int most = limits.maxPartitions().getAsInt();
    long size = units.stream().mapToLong(unit -> unit.range().length() + limits.openCost()).sum();
    return partitions(limits.withMaxBytes(Math.max(limits.maxBytes(), (size + most - 1) / most)));
  }

  private List<PackedPartition> partitions(PartitionLimits limits) {
    List<PackedPartition> partitions = new ArrayList<>();
    for (int host = 0; host < byHost.size(); host++) {
      List<ScanUnit> open = new ArrayList<>();
      long size = 0;
      for (ScanUnit unit : byHost.get(host)) {
        long opening = open.isEmpty() || continues(open, unit) ? 0 : limits.openCost();
        long length = unit.range().length();
        if (!open.isEmpty() && size + opening + length > limits.maxBytes()) {
          partitions.add(partition(host, open));
          open.clear();
          size = length;
        } else {
          size += opening + length;
        }
        open.add(unit);
      }
      if (!open.isEmpty()) {
        partitions.add(partition(host, open));
      }
    }
    return partitions;
  }

  private static boolean continues(List<ScanUnit> open, ScanUnit unit) {
    FileRange last = open.get(open.size() - 1).range();
    return last.file() == unit.range().file() && last.end() == unit.range().start();
  }

  private PackedPartition partition(int host, List<ScanUnit> units) {
    List<FileRange> ranges = new ArrayList<>();
    for (ScanUnit unit : units) {
      FileRange range = unit.range();
      FileRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
      if (last != null && last.file() == range.file() && last.end() == range.start()) {
        ranges.set(ranges.size() - 1, new FileRange(last.file(), last.start(), range.end()));
      } else {
        ranges.add(range);
      }
    }
    return new PackedPartition(
        host == hosts.size() ? List.of() : names(host, units), ranges, bytes(host, units));
  }

  private static PlannedBytes bytes(int host, List<ScanUnit> units) {
    long all = 0;
    long possible = 0;
    for (ScanUnit unit : units) {
      all += unit.bytes();
      possible += unit.possible();
    }
    return new PlannedBytes(all, held(host, units), possible);
  }

  private List<String> names(int host, List<ScanUnit> units) {
    Set<Integer> others = new LinkedHashSet<>();
    for (int other : units.get(0).hosts()) {
      others.add(other);
    }
    others.remove(host);
    double least = AS_GOOD * held(host, units);
    others.removeIf(other -> held(other, units) < least);
    List<String> names = new ArrayList<>(List.of(hosts.name(host)));
    others.stream().limit(MAX_HOSTS - 1).map(hosts::name).forEach(names::add);
    return names;
  }

  private static long held(int host, List<ScanUnit> units) {
    return units.stream().mapToLong(unit -> unit.localOn(host)).sum();
  }
}
