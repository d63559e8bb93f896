// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.simulation;

import java.util.Random;

/**
 * A cluster and a job on it.
 *
 * @param name what is special about it
 * @param hosts how many there are
 * @param slots map containers, and processors, of each
 * @param splits of the job, of 64 MiB each
 * @param replicas hosts that hold each split
 * @param holders part of the hosts on which the data lies
 * @param slow part of the hosts that are slow, which is not known before
 * @param slowness how many times as long they take
 * @param busy part of the hosts on which other jobs keep all processors busy, which YARN reports
 * @param dead a host that dies 20 s after the start; -1 if none
 * @param groups into how many groups splits fall, each of which lies as a whole on its own hosts; 0
 *     if each split has its own
 */
public record Scenario(
    String name,
    int hosts,
    int slots,
    int splits,
    int replicas,
    double holders,
    double slow,
    double slowness,
    double busy,
    int dead,
    int groups) {

  static final long SPLIT = 64L << 20;

  /** Returns one in which nothing is special, with 8 slots and 3 replicas. */
  public static Scenario even(int hosts, int splits) {
    return new Scenario("even", hosts, 8, splits, Math.min(3, hosts), 1, 0, 1, 0, -1, 0);
  }

  /** Returns the same with all data on a part of the hosts. */
  public Scenario skewed(double part) {
    return new Scenario(
        "skewed", hosts, slots, splits, replicas, part, slow, slowness, busy, dead, groups);
  }

  /** Returns the same with a tenth of the hosts three times as slow, and one replica only. */
  public Scenario withSlowHosts() {
    return new Scenario("slow hosts", hosts, slots, splits, 1, holders, 0.1, 3, busy, dead, groups);
  }

  /** Returns the same with other jobs' load on a third of the hosts. */
  public Scenario withOtherLoad() {
    return new Scenario(
        "other load", hosts, slots, splits, replicas, holders, slow, slowness, 0.34, dead, groups);
  }

  /** Returns the same with a host that dies while it has taken over tasks, and holds no data. */
  public Scenario withDeath() {
    return withDeath("a host dies", hosts - 1);
  }

  /** Returns the same with a host that dies and holds data. */
  public Scenario withDeathOfHolder() {
    return withDeath("a host with data dies", 0);
  }

  private Scenario withDeath(String called, int host) {
    return new Scenario(
        called, hosts, slots, splits, replicas, 0.5, slow, slowness, busy, host, groups);
  }

  /**
   * Returns the same in as few placement groups as a small pool of Ceph has, 8 for three hosts.
   *
   * @param reported how many copies of each the store reports
   */
  public Scenario withGroups(int reported) {
    return new Scenario(
        "few groups, " + reported + (reported == 1 ? " copy" : " copies"),
        hosts,
        slots,
        splits,
        reported,
        holders,
        slow,
        slowness,
        busy,
        dead,
        Math.max(1, hosts * 8 / 3));
  }

  static String host(int index) {
    return "node" + index;
  }

  /** The hosts that hold a split. */
  String[] holders(Random random) {
    int among = Math.max(replicas, (int) Math.round(hosts * holders));
    Random own =
        groups == 0 ? random : new Random(0x9E3779B97F4A7C15L * (1 + random.nextInt(groups)));
    return own.ints(0, among)
        .distinct()
        .limit(replicas)
        .mapToObj(Scenario::host)
        .toArray(String[]::new);
  }

  /** Slow hosts are among those that hold data. */
  double slowness(int host) {
    return host < Math.round(hosts * slow) ? slowness : 1;
  }

  /** Threads of other jobs that compete for processors. */
  int others(int host) {
    return host < Math.round(hosts * busy) ? slots : 0;
  }
}
