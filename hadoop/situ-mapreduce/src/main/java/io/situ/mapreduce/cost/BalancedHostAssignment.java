// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Chooses one host for each item among the hosts that hold it, so that all hosts need about the
 * same time for their bytes, as far as the replicas allow.
 *
 * <p>First greedily: items with the fewest hosts first, larger before smaller, each to the host
 * that ends first with it, or to an item's first host where that ends hardly later. Then by
 * cost-reducing paths (Harvey, Ladner, Lovász, Tamir: "Semi-matchings for bipartite graphs and load
 * balancing", 2003): while items can be shifted along a chain of replicas from a host to one that
 * ends earlier by more than the largest item takes there, they are. When no such chain is left,
 * every host that the latest one could pass load to, directly or by others, ends at most one item
 * before it, and these hosts together hold nothing that could lie elsewhere. Hence the bound:
 * <b>the latest host has at most one largest item more than in the best assignment there is</b>
 * (with hosts of unequal speed: it ends later by at most what that item takes on the slowest), and
 * with items of equal size and hosts of equal speed it has the least load possible.
 *
 * <p>Hosts are looked at from the latest one on. What the latest one reaches without finding such a
 * chain is settled and not entered again in that pass, so a pass that changes nothing takes time in
 * proportion to the number of replicas.
 */
public final class BalancedHostAssignment {

  /** An item to place: its bytes and the indexes of the hosts that hold it, the best first. */
  public record Item(long bytes, int[] hosts) {}

  private record Pending(int host, double time) {}

  /** Each chain brings the squares of the loads down; the limits only guard against odd sizes. */
  private static final int MAX_PASSES = 20;

  /** By how much of the even time an item's best host may end later than another. */
  private static final double PREFERENCE = 0.15;

  /** So many items of the largest size make an even share in which one more is hardly noticed. */
  private static final int FINE = 20;

  private static final int NONE = -1;

  private final List<Item> items;
  private final double[] rates;
  private final int[] chosen;
  private final int[] position;
  private final long[] load;
  private final IntArray[] held;
  private final long largest;
  private long chainsLeft;

  private int search;
  private final int[] seenBy;
  private final int[] reachedBy;
  private final IntArray queue = new IntArray();

  private BalancedHostAssignment(List<Item> items, double[] rates) {
    this.items = items;
    this.rates = rates;
    this.chosen = new int[items.size()];
    this.position = new int[items.size()];
    this.load = new long[rates.length];
    this.held = new IntArray[rates.length];
    Arrays.setAll(held, i -> new IntArray());
    this.seenBy = new int[rates.length];
    this.reachedBy = new int[rates.length];
    this.largest = items.stream().mapToLong(Item::bytes).max().orElse(0);
    this.chainsLeft = 4L * items.size() + 16;
  }

  /**
   * Returns the host index of each item, in their order, for hosts that are alike. Thread-safe.
   *
   * @param hosts how many hosts there are
   */
  public static int[] assign(List<Item> items, int hosts) {
    double[] alike = new double[hosts];
    Arrays.fill(alike, 1);
    return assign(items, alike);
  }

  /**
   * Returns the host index of each item, in their order. Thread-safe.
   *
   * @param rates for each host the bytes that it gets through in a unit of time, more than 0
   */
  public static int[] assign(List<Item> items, double[] rates) {
    BalancedHostAssignment balance = new BalancedHostAssignment(items, rates);
    balance.greedy();
    for (int pass = 0; pass < MAX_PASSES && balance.improve(); pass++) {
      // the next pass looks at what this one has changed
    }
    return balance.chosen;
  }

  private void greedy() {
    Integer[] order = new Integer[items.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingInt(i -> items.get(i).hosts().length)
            .thenComparingLong(i -> -items.get(i).bytes()));
    double preference = preference();
    for (int item : order) {
      put(item, earliest(items.get(item), preference));
    }
  }

  /** None where items are so large that chains would not even the hosts again. */
  private double preference() {
    double total = items.stream().mapToDouble(Item::bytes).sum();
    return largest * FINE * rates.length <= total
        ? PREFERENCE * total / Math.max(1e-9, Arrays.stream(rates).sum())
        : 0;
  }

  private int earliest(Item item, double preference) {
    int best = NONE;
    double earliest = Double.MAX_VALUE;
    for (int host : item.hosts()) {
      double end = (load[host] + item.bytes()) / rates[host];
      if (best == NONE || end < earliest) {
        earliest = best == NONE ? end - preference : end;
        best = host;
      }
    }
    return best;
  }

  private void put(int item, int host) {
    chosen[item] = host;
    load[host] += items.get(item).bytes();
    position[item] = held[host].size();
    held[host].add(item);
  }

  private void take(int item) {
    int host = chosen[item];
    load[host] -= items.get(item).bytes();
    int last = held[host].removeLast();
    if (last != item) {
      held[host].set(position[item], last);
      position[last] = position[item];
    }
  }

  private double time(int host) {
    return load[host] / rates[host];
  }

  /** Returns whether anything was shifted. */
  private boolean improve() {
    boolean changed = false;
    boolean[] settled = new boolean[rates.length];
    PriorityQueue<Pending> latestFirst =
        new PriorityQueue<>(Comparator.comparingDouble((Pending p) -> -p.time()));
    for (int host = 0; host < rates.length; host++) {
      latestFirst.add(new Pending(host, time(host)));
    }
    while (!latestFirst.isEmpty() && chainsLeft > 0) {
      Pending next = latestFirst.remove();
      if (settled[next.host()] || next.time() != time(next.host())) {
        continue;
      }
      int end = search(next.host(), settled);
      if (end == NONE) {
        for (int i = 0; i < queue.size(); i++) {
          settled[queue.get(i)] = true;
        }
      } else {
        shift(next.host(), end, latestFirst);
        changed = true;
      }
    }
    return changed;
  }

  /**
   * Breadth first over "an item on this host could also lie on that one". Leaves the hosts that it
   * reached in the queue.
   *
   * @return a host that ends so much earlier that shifting gains, or {@value #NONE}
   */
  private int search(int start, boolean[] settled) {
    search++;
    queue.clear();
    queue.add(start);
    seenBy[start] = search;
    reachedBy[start] = NONE;
    for (int at = 0; at < queue.size(); at++) {
      IntArray here = held[queue.get(at)];
      for (int i = 0; i < here.size(); i++) {
        Item item = items.get(here.get(i));
        for (int next : item.hosts()) {
          if (seenBy[next] != search && !settled[next] && item.bytes() > 0) {
            seenBy[next] = search;
            reachedBy[next] = here.get(i);
            queue.add(next);
            if (time(start) - time(next) > largest / rates[next]) {
              return next;
            }
          }
        }
      }
    }
    return NONE;
  }

  /** From the end of the chain on, so that no host between takes more than one item too much. */
  private void shift(int start, int end, PriorityQueue<Pending> latestFirst) {
    chainsLeft--;
    double even = (time(start) - time(end)) / (1 / rates[start] + 1 / rates[end]);
    long quota = (long) even;
    for (int to = end; reachedBy[to] != NONE; ) {
      int item = reachedBy[to];
      int from = chosen[item];
      quota = move(from, to, item, quota);
      latestFirst.add(new Pending(to, time(to)));
      to = from;
    }
    latestFirst.add(new Pending(start, time(start)));
  }

  /** Moves an item, and others as long as they fit. Returns the bytes moved. */
  private long move(int from, int to, int item, long quota) {
    take(item);
    put(item, to);
    long moved = items.get(item).bytes();
    for (int i = held[from].size() - 1; i >= 0 && moved < quota; i--) {
      int other = held[from].get(i);
      Item candidate = items.get(other);
      if (candidate.bytes() > 0 && moved + candidate.bytes() <= quota && isOn(candidate, to)) {
        take(other);
        put(other, to);
        moved += candidate.bytes();
      }
    }
    return moved;
  }

  private static boolean isOn(Item item, int host) {
    for (int holder : item.hosts()) {
      if (holder == host) {
        return true;
      }
    }
    return false;
  }

  /** A list of ints. Not thread-safe. */
  private static final class IntArray {
    private int[] values = new int[8];
    private int size;

    int size() {
      return size;
    }

    int get(int index) {
      return values[index];
    }

    void set(int index, int value) {
      values[index] = value;
    }

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int removeLast() {
      return values[--size];
    }

    void clear() {
      size = 0;
    }
  }
}
