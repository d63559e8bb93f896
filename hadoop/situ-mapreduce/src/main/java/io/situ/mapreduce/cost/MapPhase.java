// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Foretells when the last map task ends, if each host runs its own tasks first and then takes over
 * others' where that ends earlier. Tasks of one host count as equal. Not thread-safe.
 */
final class MapPhase {

  private record Lane(int host, double free) {}

  private record Queue(int host, double left) {}

  private final CostModel costs;
  private final HostCapacity[] hosts;
  private final double grantSeconds;
  private final double[] bytes;
  private final long[] waiting;
  private final List<Takeover> takeovers = new ArrayList<>();
  private final PriorityQueue<Queue> longestFirst =
      new PriorityQueue<>(Comparator.comparingDouble((Queue q) -> -q.left()));

  /**
   * @param hosts the hosts
   * @param work for each host, and behind them for what lies on no known host, its bytes
   * @param tasks into how many tasks they are divided
   * @param grantSeconds how long a slot is empty before each task
   */
  MapPhase(
      CostModel costs, HostCapacity[] hosts, double[] work, long[] tasks, double grantSeconds) {
    this.costs = costs;
    this.hosts = hosts;
    this.grantSeconds = grantSeconds;
    this.waiting = tasks.clone();
    this.bytes = new double[work.length];
    for (int i = 0; i < work.length; i++) {
      bytes[i] = tasks[i] == 0 ? 0 : work[i] / tasks[i];
      queue(i);
    }
  }

  /**
   * Returns seconds from the first task's start to the last one's end. To be called once.
   *
   * <p>At first all hosts start tasks of their own: what is taken over waits for others to end.
   */
  double seconds() {
    PriorityQueue<Lane> lanes = new PriorityQueue<>(Comparator.comparingDouble(Lane::free));
    double end = 0;
    for (int host = 0; host < hosts.length; host++) {
      for (int lane = hosts[host].lanes(); lane > 0; lane--) {
        double done = waiting[host] > 0 ? startOwn(new Lane(host, 0)) : 0;
        end = Math.max(end, done);
        lanes.add(new Lane(host, done));
      }
    }
    while (!lanes.isEmpty()) {
      Lane lane = lanes.remove();
      double done = next(lane);
      if (done > 0) {
        end = Math.max(end, done);
        lanes.add(new Lane(lane.host(), done));
      }
    }
    return end;
  }

  /** Returns what {@link #seconds} had hosts take over, in the order in which they did. */
  List<Takeover> takeovers() {
    return takeovers;
  }

  /** Returns when the lane has done another task; 0 if it finds none. */
  private double next(Lane lane) {
    int own = lane.host();
    if (waiting[own] > 0) {
      return startOwn(lane);
    }
    int other = longest();
    if (other < 0) {
      return 0;
    }
    double here =
        costs.taskSeconds(bytes[other]) / hosts[own].laneSpeed()
            + costs.remoteSeconds(bytes[other]);
    if (here >= left(other)) {
      return 0;
    }
    takeovers.add(new Takeover(other, own));
    waiting[other]--;
    queue(other);
    return lane.free() + grantSeconds + here;
  }

  private double startOwn(Lane lane) {
    int own = lane.host();
    waiting[own]--;
    queue(own);
    return lane.free() + grantSeconds + costs.taskSeconds(bytes[own]) / hosts[own].laneSpeed();
  }

  private int longest() {
    while (!longestFirst.isEmpty()) {
      Queue queue = longestFirst.peek();
      if (waiting[queue.host()] > 0 && queue.left() == left(queue.host())) {
        return queue.host();
      }
      longestFirst.remove();
    }
    return -1;
  }

  private void queue(int host) {
    if (waiting[host] > 0) {
      longestFirst.add(new Queue(host, left(host)));
    }
  }

  /** Seconds until the host itself would have done what waits for it: it is busy with others. */
  private double left(int host) {
    if (host >= hosts.length) {
      return Double.MAX_VALUE;
    }
    double task = costs.taskSeconds(bytes[host]) / hosts[host].laneSpeed();
    return task * (1 + (double) waiting[host] / hosts[host].lanes());
  }
}
