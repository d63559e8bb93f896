// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses one host for each item among the hosts that hold it, so that bytes per host are as even
 * as the replicas allow.
 *
 * <p>First greedily: items with the fewest hosts first, larger before smaller, each to its least
 * loaded host. Then by cost-reducing paths (Harvey, Ladner, Lovász, Tamir: "Semi-matchings for
 * bipartite graphs and load balancing", 2003): while items can be shifted along a chain of replicas
 * from a host to one that is lighter by more than the largest item, they are. When no such chain is
 * left, every host that the fullest one could pass load to, directly or by others, is within one
 * item of it, and these hosts together hold nothing that could lie elsewhere. Hence the bound:
 * <b>the fullest host has at most one largest item more than in the best assignment there is</b>,
 * and with items of equal size it has the least load possible.
 */
public final class BalancedHostAssignment {

  /** An item to place: its bytes and the indexes of the hosts that hold it, at least one. */
  public record Item(long bytes, int[] hosts) {}

  private final List<Item> items;
  private final int[] chosen;
  private final long[] load;
  private final List<List<Integer>> held;
  private final long largest;

  private BalancedHostAssignment(List<Item> items, int hosts) {
    this.items = items;
    this.chosen = new int[items.size()];
    this.load = new long[hosts];
    this.held = new ArrayList<>(hosts);
    for (int i = 0; i < hosts; i++) {
      held.add(new ArrayList<>());
    }
    this.largest = items.stream().mapToLong(Item::bytes).max().orElse(0);
  }

  /**
   * Returns the host index of each item, in their order. Thread-safe.
   *
   * @param hosts how many hosts there are
   */
  public static int[] assign(List<Item> items, int hosts) {
    BalancedHostAssignment balance = new BalancedHostAssignment(items, hosts);
    balance.greedy();
    balance.improve();
    return balance.chosen;
  }

  private void greedy() {
    Integer[] order = new Integer[items.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingInt(i -> items.get(i).hosts().length)
            .thenComparing(i -> -items.get(i).bytes()));
    for (int item : order) {
      int best = -1;
      for (int host : items.get(item).hosts()) {
        if (best < 0 || load[host] < load[best]) {
          best = host;
        }
      }
      put(item, best);
    }
  }

  private void put(int item, int host) {
    chosen[item] = host;
    load[host] += items.get(item).bytes();
    held.get(host).add(item);
  }

  private void improve() {
    // Each chain brings the squares of the loads down; the limit only guards against odd sizes.
    for (int chains = 4 * items.size() + 16; chains > 0; chains--) {
      if (!shiftFromSomeHost()) {
        return;
      }
    }
  }

  private boolean shiftFromSomeHost() {
    Integer[] fullestFirst = new Integer[load.length];
    Arrays.setAll(fullestFirst, i -> i);
    Arrays.sort(fullestFirst, Comparator.comparingLong(host -> -load[host]));
    for (int host : fullestFirst) {
      if (shiftFrom(host)) {
        return true;
      }
    }
    return false;
  }

  /** Breadth first over "an item on this host could also lie on that one". */
  private boolean shiftFrom(int start) {
    Map<Integer, Integer> reachedBy = new HashMap<>();
    Deque<Integer> queue = new ArrayDeque<>(List.of(start));
    reachedBy.put(start, -1);
    int lightest = start;
    while (!queue.isEmpty()) {
      int host = queue.remove();
      for (int item : held.get(host)) {
        for (int next : items.get(item).hosts()) {
          if (items.get(item).bytes() > 0 && reachedBy.putIfAbsent(next, item) == null) {
            queue.add(next);
            lightest = load[next] < load[lightest] ? next : lightest;
          }
        }
      }
    }
    if (load[start] - load[lightest] <= largest) {
      return false;
    }
    shiftAlong(reachedBy, lightest);
    return true;
  }

  private void shiftAlong(Map<Integer, Integer> reachedBy, int end) {
    int host = end;
    for (int item = reachedBy.get(host); item >= 0; item = reachedBy.get(host)) {
      int from = chosen[item];
      held.get(from).remove((Integer) item);
      load[from] -= items.get(item).bytes();
      put(item, host);
      host = from;
    }
  }
}
