// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.cost.CostModel;
import io.situ.mapreduce.cost.HostCapacity;
import io.situ.mapreduce.cost.TaskPlan;
import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.regroup.SplitGroups.Size;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Packs splits into groups by what tasks cost.
 *
 * @param groups in the order of what is left on their host from them on, most first. The
 *     application master hands out the first task that waits when a host has none of its own, so it
 *     is one of the host that has most left
 * @param plan what is expected of them
 */
record PlannedGroups(List<Group> groups, TaskPlan plan) {

  private record Ranked(Group group, double left) {}

  static PlannedGroups of(
      List<RawSplit> splits, Map<String, HostCapacity> hosts, CostModel costs, Size size) {
    Map<String, List<RawSplit>> byHost =
        SplitGroups.byHost(splits, host -> hosts.get(host).worth());
    List<String> names = List.copyOf(hosts.keySet());
    TaskPlan plan =
        TaskPlan.choose(
            costs,
            capacities(hosts, names),
            work(byHost, names),
            new TaskPlan.Limits(size.target(), size.least()));
    List<Ranked> ranked = new ArrayList<>();
    for (int i = 0; i <= names.size(); i++) {
      String host = i < names.size() ? names.get(i) : "";
      if (byHost.containsKey(host)) {
        List<Group> groups = new ArrayList<>();
        SplitGroups.cut(host, byHost.get(host), plan.tasks()[i], size, groups);
        rank(groups, host.isEmpty() ? 1 : hosts.get(host).worth(), ranked);
      }
    }
    ranked.sort(Comparator.comparingDouble((Ranked r) -> -r.left()));
    return new PlannedGroups(ranked.stream().map(Ranked::group).toList(), plan);
  }

  /** Returns what is expected of a job whose splits stay tasks of their own, each with one host. */
  static TaskPlan expected(
      List<RawSplit> pinned, Map<String, HostCapacity> hosts, CostModel costs) {
    Map<String, List<RawSplit>> byHost = SplitGroups.byHost(pinned, host -> 1);
    List<String> names = List.copyOf(hosts.keySet());
    long[] tasks = new long[names.size() + 1];
    for (int i = 0; i < tasks.length; i++) {
      String host = i < names.size() ? names.get(i) : "";
      tasks[i] = byHost.getOrDefault(host, List.of()).size();
    }
    return TaskPlan.of(costs, capacities(hosts, names), work(byHost, names), tasks);
  }

  private static HostCapacity[] capacities(Map<String, HostCapacity> hosts, List<String> names) {
    return names.stream().map(hosts::get).toArray(HostCapacity[]::new);
  }

  private static double[] work(Map<String, List<RawSplit>> byHost, List<String> names) {
    double[] work = new double[names.size() + 1];
    for (int i = 0; i < work.length; i++) {
      String host = i < names.size() ? names.get(i) : "";
      work[i] = SplitGroups.work(byHost.getOrDefault(host, List.of()));
    }
    return work;
  }

  private static void rank(List<Group> groups, double worth, List<Ranked> ranked) {
    double left = 0;
    for (int i = groups.size() - 1; i >= 0; i--) {
      left += SplitGroups.work(groups.get(i).splits()) / worth;
      ranked.add(new Ranked(groups.get(i), left));
    }
  }
}
