// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.Arrays;

/**
 * Into how many map tasks each host's work is divided, so that the map phase ends earliest: of
 * several sizes of tasks, from large ones to small, a smaller one is taken only if it ends the
 * phase noticeably earlier. So there are few tasks where starting one is dear, and a host with more
 * than its share has tasks that others can take over.
 *
 * @param tasks for each host, and behind them for what lies on no known host, the number of tasks
 * @param seconds how long the map phase is expected to take
 * @param taskSeconds how long a task is expected to take, on average
 * @param remoteSeconds how much longer it takes on a host that does not hold its bytes
 */
public record TaskPlan(long[] tasks, double seconds, double taskSeconds, double remoteSeconds) {

  /** Sizes that are tried, in even shares of the whole work. */
  private static final double[] SHARES = {1e9, 4, 2, 1, 0.5, 0.34, 0.25, 0.17, 0.125};

  /** A larger number of tasks has to end the phase earlier by this part. */
  private static final double NOTICEABLE = 0.05;

  /** Between two tasks a slot is empty: hosts and application masters report once a second. */
  private static final double GRANT_SECONDS = 1.5;

  /** With at least this part of a full round of tasks a host has whole rounds. */
  private static final double NEARLY_A_ROUND = 0.75;

  /**
   * How large a task may be.
   *
   * @param most bytes that a task should have at most
   * @param least bytes below which work is not divided further, at least 1
   */
  public record Limits(double most, double least) {}

  /**
   * Returns the plan for a job.
   *
   * @param hosts the hosts of the cluster, at least one
   * @param work for each host, and behind them for what lies on no known host, bytes to be read
   */
  public static TaskPlan choose(
      CostModel costs, HostCapacity[] hosts, double[] work, Limits limits) {
    double worth = Arrays.stream(hosts).mapToDouble(HostCapacity::worth).sum();
    double share = Math.max(1, Arrays.stream(work).sum() / worth);
    TaskPlan best = null;
    long[] before = null;
    for (double part : SHARES) {
      long[] tasks = tasks(hosts, work, part * share, limits);
      if (!Arrays.equals(tasks, before)) {
        TaskPlan plan = of(costs, hosts, work, tasks);
        if (best == null || plan.paysAgainst(best, costs, worth)) {
          best = plan;
        }
      }
      before = tasks;
    }
    return best;
  }

  /** Whether it ends noticeably earlier, by at least what starting more tasks costs all hosts. */
  private boolean paysAgainst(TaskPlan fewer, CostModel costs, double worth) {
    double saved = fewer.seconds - seconds;
    double more = Arrays.stream(tasks).sum() - Arrays.stream(fewer.tasks).sum();
    return saved > NOTICEABLE * fewer.seconds && saved > more * costs.startSeconds() / worth;
  }

  /** Returns what is expected of tasks that are given. */
  public static TaskPlan of(CostModel costs, HostCapacity[] hosts, double[] work, long[] tasks) {
    double bytes = Arrays.stream(work).sum() / Math.max(1, Arrays.stream(tasks).sum());
    double speed = Arrays.stream(hosts).mapToDouble(HostCapacity::laneSpeed).average().orElse(1);
    return new TaskPlan(
        tasks,
        new MapPhase(costs, hosts, work, tasks, GRANT_SECONDS).seconds(),
        costs.taskSeconds(bytes) / speed,
        costs.remoteSeconds(bytes));
  }

  /**
   * Returns how many more tasks each of the hosts has slots for than it is planned to run, at least
   * and if all those that lie on no known host come to it; less than 0 if they do not fit, or if
   * there is no host.
   *
   * @param hosts those that the plan was made for
   */
  public long room(HostCapacity[] hosts) {
    long elsewhere = Arrays.stream(tasks).skip(hosts.length).sum();
    long room = hosts.length == 0 ? -1 : Long.MAX_VALUE;
    for (int i = 0; i < hosts.length; i++) {
      room = Math.min(room, hosts[i].slots() - tasks[i] - elsewhere);
    }
    return room;
  }

  private static long[] tasks(HostCapacity[] hosts, double[] work, double size, Limits limits) {
    long[] tasks = new long[work.length];
    for (int i = 0; i < work.length; i++) {
      if (work[i] > 0) {
        double wanted = i < hosts.length ? rounded(hosts[i], work[i], size) : work[i] / size;
        double most = Math.max(1, Math.floor(work[i] / limits.least()));
        double least = Math.ceil(work[i] / limits.most());
        tasks[i] = Math.max(1, Math.round(Math.max(least, Math.min(most, wanted))));
      }
    }
    return tasks;
  }

  private static double rounded(HostCapacity host, double work, double size) {
    double rounds = work / (size * host.laneSpeed()) / host.lanes();
    return rounds < NEARLY_A_ROUND
        ? rounds * host.lanes()
        : Math.rint(Math.max(1, rounds)) * host.lanes();
  }
}
