// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import io.situ.mapreduce.cost.TakeoverPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the hosts that should take over map tasks of others: so many that each task taken over
 * ends earlier than it would on its own host, and none where the map phase ends no earlier by it,
 * because tasks that run already go on for longer. Not thread-safe.
 */
final class TakeoverChoice {

  private final TakeoverPlan plan;
  private final long patienceNanos;
  private final Map<String, Long> askedSince = new HashMap<>();
  private final Map<String, Integer> refused = new HashMap<>();

  private record Taker(String host, int refused, double seconds) {}

  /**
   * @param patienceNanos after which a host that gave no container is asked behind others
   */
  TakeoverChoice(TakeoverPlan plan, long patienceNanos) {
    this.plan = plan;
    this.patienceNanos = patienceNanos;
  }

  /** A host gave a container. */
  void granted(String host) {
    askedSince.remove(host);
    refused.remove(host);
  }

  /** Returns the hosts to be asked for more containers than their own tasks need. */
  Map<String, Integer> takers(Map<String, HostTasks> hosts, long now) {
    double usual = usual(hosts);
    List<Double> ends = new ArrayList<>();
    double busy = 0;
    for (HostTasks host : hosts.values()) {
      host.ends(usual, now, ends::add);
      busy = Math.max(busy, host.busyFor(usual, now));
    }
    ends.sort(Comparator.reverseOrder());
    Map<String, Integer> takers = new LinkedHashMap<>();
    int next = 0;
    for (Taker taker : ordered(hosts, usual, now)) {
      double needed = Math.max(taker.seconds() + plan.remoteSeconds(), busy);
      int room = hosts.get(taker.host()).room();
      while (room > 0 && next < ends.size() && ends.get(next) > needed) {
        takers.merge(taker.host(), 1, Integer::sum);
        next++;
        room--;
      }
    }
    keepTime(takers, now);
    return takers;
  }

  /**
   * Returns the hosts that should start none of their own tasks, since they are so slow that others
   * will have done all that waits before one would end there. Empty when other hosts have given
   * nothing for a while.
   *
   * @param takers what other hosts are asked for now
   */
  Set<String> tooSlow(Map<String, HostTasks> hosts, Map<String, Integer> takers, long now) {
    double usual = usual(hosts);
    double work = 0;
    int lanes = 0;
    for (HostTasks host : hosts.values()) {
      work += host.waiting() * usual;
      lanes += host.seconds(usual, now) <= 2 * usual ? host.lanes() : 0;
    }
    Set<String> slow = new HashSet<>();
    if (lanes == 0 || takers.keySet().stream().anyMatch(refused::containsKey)) {
      return slow;
    }
    double others = Math.max(work / lanes, usual) + plan.remoteSeconds();
    hosts.forEach(
        (name, host) -> {
          if (host.waiting() > 0 && host.seconds(usual, now) > Math.max(others, 2 * usual)) {
            slow.add(name);
          }
        });
    return slow;
  }

  /** Seconds that a task took so far, on any host. */
  private double usual(Map<String, HostTasks> hosts) {
    long finished = hosts.values().stream().mapToLong(HostTasks::finished).sum();
    double seconds = hosts.values().stream().mapToDouble(HostTasks::finishedSeconds).sum();
    return finished == 0 ? plan.taskSeconds() : seconds / finished;
  }

  private List<Taker> ordered(Map<String, HostTasks> hosts, double usual, long now) {
    List<Taker> takers = new ArrayList<>();
    hosts.forEach(
        (name, host) -> {
          if (host.room() > 0) {
            takers.add(new Taker(name, refused.getOrDefault(name, 0), host.seconds(usual, now)));
          }
        });
    takers.sort(Comparator.comparingInt(Taker::refused).thenComparingDouble(Taker::seconds));
    return takers;
  }

  private void keepTime(Map<String, Integer> takers, long now) {
    askedSince.keySet().retainAll(takers.keySet());
    for (String host : takers.keySet()) {
      long since = askedSince.computeIfAbsent(host, name -> now);
      if (now - since > patienceNanos) {
        refused.merge(host, 1, Integer::sum);
        askedSince.put(host, now);
      }
    }
  }
}
