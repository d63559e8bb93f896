// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import io.situ.mapreduce.cost.HostCapacity;
import io.situ.mapreduce.cost.Takeover;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which partitions end earlier on a host that does not hold them: those for which their own host
 * has more to do before than reading over the network costs. Not thread-safe.
 */
final class Takeovers {

  private final HostIndex hosts;
  private final String[] running;
  private final HostCapacity[] capacities;
  private final ScanCapacity capacity;

  private Takeovers(HostIndex hosts, ScanCapacity capacity) {
    this.hosts = hosts;
    this.capacity = capacity;
    this.running = capacity.slots().keySet().stream().sorted().toArray(String[]::new);
    this.capacities =
        Arrays.stream(running)
            .map(capacity::slots)
            .map(slots -> new HostCapacity(slots, slots, 0))
            .toArray(HostCapacity[]::new);
  }

  /**
   * Returns for each group the host that takes it over, in their order; empty for those that their
   * own host should read. What lies on no host that runs tasks is taken over by any.
   */
  static List<Optional<String>> of(List<UnitGroup> groups, HostIndex hosts, ScanCapacity capacity) {
    List<Optional<String>> takers =
        groups.stream()
            .map(group -> Optional.<String>empty())
            .collect(Collectors.toCollection(ArrayList::new));
    if (capacity.slots().size() > 1) {
      new Takeovers(hosts, capacity).find(groups, takers);
    }
    return takers;
  }

  private void find(List<UnitGroup> groups, List<Optional<String>> takers) {
    List<Deque<Integer>> queues =
        IntStream.rangeClosed(0, capacities.length)
            .<Deque<Integer>>mapToObj(host -> new ArrayDeque<>())
            .toList();
    double[] work = new double[queues.size()];
    for (int i = 0; i < groups.size(); i++) {
      int owner = owner(groups.get(i));
      queues.get(owner).add(i);
      work[owner] += groups.get(i).bytes();
    }
    long[] tasks = queues.stream().mapToLong(Deque::size).toArray();
    for (Takeover takeover : Takeover.of(capacity.costs(), capacities, work, tasks)) {
      // The last one: its own host would come to it last.
      int taken = queues.get(takeover.from()).removeLast();
      takers.set(taken, Optional.of(running[takeover.to()]));
    }
  }

  /** Returns the index of the running host that holds it; behind them if there is none. */
  private int owner(UnitGroup group) {
    return group.holders(hosts).stream()
        .mapToInt(name -> Arrays.binarySearch(running, name))
        .filter(index -> index >= 0)
        .findFirst()
        .orElse(capacities.length);
  }
}
