// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

  private final HostIndex hosts;
  private final ScanCapacity capacity;
  private final List<List<ScanUnit>> byHost = new ArrayList<>();

  private HostPacker(HostIndex hosts, ScanCapacity capacity) {
    this.hosts = hosts;
    this.capacity = capacity;
    for (int i = 0; i <= hosts.size(); i++) {
      byHost.add(new ArrayList<>());
    }
  }

  /**
   * Packs all units, each into one partition. Thread-safe for different indexes of hosts.
   *
   * @param parts whose ranges do not overlap; those of a file one after the other
   */
  public static Packing pack(
      List<ScanUnit> parts, HostIndex hosts, PartitionLimits limits, ScanCapacity capacity) {
    HostPacker packer = new HostPacker(hosts, capacity);
    List<ScanUnit> units = UnitRuns.join(parts, packer.longestRun(parts, limits), HostChoice.BEST);
    int[] chosen = HostChoice.choose(units, packer.rates());
    for (int i = 0; i < chosen.length; i++) {
      packer.byHost.get(chosen[i] < 0 ? hosts.size() : chosen[i]).add(units.get(i));
    }
    packer.byHost.forEach(list -> list.sort(FILE_ORDER));
    return packer.packing(packer.withinLimits(units, limits));
  }

  /** How much each host reads in the time in which others read theirs. */
  private double[] rates() {
    return IntStream.range(0, hosts.size())
        .mapToDouble(host -> capacity.slots(hosts.name(host)))
        .toArray();
  }

  /**
   * What other hosts take over comes last, as hosts start partitions in their order. Its own host
   * is named as well: it may be faster than was planned.
   */
  private Packing packing(List<UnitGroup> groups) {
    List<Optional<String>> takers = Takeovers.of(groups, hosts, capacity);
    List<PackedPartition> partitions = new ArrayList<>();
    List<PackedPartition> taken = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      UnitGroup group = groups.get(i);
      List<String> names = new ArrayList<>(group.holders(hosts));
      Optional<String> taker = takers.get(i).filter(name -> isNews(names, name));
      taker.ifPresent(names::add);
      (taker.isPresent() ? taken : partitions)
          .add(group.partition(names, taker.map(hosts::number).orElse(group.host())));
    }
    partitions.addAll(taken);
    return new Packing(partitions);
  }

  /** What lies on no known host runs anywhere in any case. */
  private static boolean isNews(List<String> named, String host) {
    return !named.isEmpty() && !named.contains(host);
  }

  private long longestRun(List<ScanUnit> parts, PartitionLimits limits) {
    long total = parts.stream().mapToLong(part -> part.range().length()).sum();
    return Math.min(
        limits.maxBytes(),
        Math.max(limits.openCost(), total / MIN_RUNS / Math.max(1, hosts.size())));
  }

  private List<UnitGroup> withinLimits(List<ScanUnit> units, PartitionLimits limits) {
    List<UnitGroup> groups = groups(limits);
    if (limits.maxPartitions().isEmpty() || groups.size() <= limits.maxPartitions().getAsInt()) {
      return groups;
    }
    int most = limits.maxPartitions().getAsInt();
    long size = units.stream().mapToLong(unit -> unit.range().length() + limits.openCost()).sum();
    return groups(limits.withMaxBytes(Math.max(limits.maxBytes(), (size + most - 1) / most)));
  }

  private List<UnitGroup> groups(PartitionLimits limits) {
    List<UnitGroup> groups = new ArrayList<>();
    for (int host = 0; host < byHost.size(); host++) {
      List<ScanUnit> open = new ArrayList<>();
      long size = 0;
      for (ScanUnit unit : byHost.get(host)) {
        long opening = open.isEmpty() || continues(open, unit) ? 0 : limits.openCost();
        long length = unit.range().length();
        if (!open.isEmpty() && size + opening + length > limits.maxBytes()) {
          groups.add(new UnitGroup(host, open));
          open.clear();
          size = length;
        } else {
          size += opening + length;
        }
        open.add(unit);
      }
      if (!open.isEmpty()) {
        groups.add(new UnitGroup(host, open));
      }
    }
    return groups;
  }

  private static boolean continues(List<ScanUnit> open, ScanUnit unit) {
    return open.get(open.size() - 1).range().isFollowedBy(unit.range());
  }
}
