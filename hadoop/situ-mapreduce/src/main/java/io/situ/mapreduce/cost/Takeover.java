// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.List;

/**
 * A task that ends earlier on another host than on the one that holds its bytes.
 *
 * @param from the index of the host that holds them; the number of hosts for what is on no known
 *     host
 * @param to the index of the host that takes it over
 */
public record Takeover(int from, int to) {

  /**
   * Returns what hosts take over if each runs its own tasks first, in the order in which they do.
   * Tasks of one host count as equal. Processes that run already take the tasks, so that no slot is
   * empty between two of them. Thread-safe.
   *
   * @param hosts the hosts of the cluster, at least one
   * @param work for each host, and behind them for what lies on no known host, bytes to be read
   * @param tasks into how many tasks they are divided
   */
  public static List<Takeover> of(
      CostModel costs, HostCapacity[] hosts, double[] work, long[] tasks) {
    MapPhase phase = new MapPhase(costs, hosts, work, tasks, 0);
    phase.seconds();
    return List.copyOf(phase.takeovers());
  }
}
