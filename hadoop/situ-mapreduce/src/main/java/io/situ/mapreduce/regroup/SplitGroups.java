// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.cost.BalancedHostAssignment;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Packs splits into groups whose bytes all lie on one host. */
final class SplitGroups {

  /**
   * Splits that one map task reads.
   *
   * @param host the host that holds them all, or the empty text if not known
   */
  record Group(String host, List<RawSplit> splits) {
    long bytes() {
      return splits.stream().mapToLong(RawSplit::length).sum();
    }

    /** Returns the hosts that hold them all, of which one is the group's; none if not known. */
    List<String> holders() {
      Set<String> all = new LinkedHashSet<>(splits.get(0).holders());
      splits.forEach(split -> all.retainAll(split.holders()));
      return List.copyOf(all);
    }
  }

  /**
   * How large a group may become.
   *
   * @param target bytes that a task should read, about
   * @param most bytes that a group of several splits may have
   * @param least bytes below which a host's work is not spread over more tasks: starting one costs
   *     more than it gains. Opening a file counts as {@value #OPENING} bytes
   * @param slots map tasks that run at once on one host: as long as a host has less than that many
   *     groups its bytes are spread over them
   * @param hosts how many hosts share the splits without a known host
   * @param maximumSplits splits in a group
   */
  record Size(long target, long most, long least, int slots, int hosts, int maximumSplits) {
    private Size ofAllHosts() {
      return new Size(target, most, least, slots * Math.max(1, hosts), hosts, maximumSplits);
    }

    private long groups(List<RawSplit> splits) {
      long bytes = splits.stream().mapToLong(RawSplit::length).sum();
      long work = bytes + splits.size() * OPENING;
      return Math.max(Math.min(slots, work / least), (bytes + target - 1) / target);
    }

    private boolean isFull(int splits, long bytes, RawSplit next) {
      return splits == maximumSplits || bytes + next.length() > most;
    }
  }

  /** What opening a file costs, in bytes that could be read meanwhile. */
  static final long OPENING = 1 << 17;

  private SplitGroups() {}

  /**
   * The same splits, each with one of its hosts only. With a choice of hosts the application master
   * gives a container to whichever map comes first, and the last map may find none of its own left.
   *
   * @param rate how fast a host gets through its bytes, beside others
   */
  static List<RawSplit> pinned(List<RawSplit> splits, ToDoubleFunction<String> rate) {
    List<String> hosts = splits.stream().flatMap(s -> s.hosts().stream()).distinct().toList();
    double[] rates = hosts.stream().mapToDouble(rate).toArray();
    int[] chosen = BalancedHostAssignment.assign(items(splits, hosts), rates);
    List<RawSplit> pinned = new ArrayList<>(splits.size());
    for (int i = 0; i < chosen.length; i++) {
      pinned.add(splits.get(i).onlyOn(List.of(hosts.get(chosen[i]))));
    }
    return pinned;
  }

  static List<Group> of(List<RawSplit> splits, Size size) {
    List<Group> groups = new ArrayList<>();
    byHost(splits, host -> 1)
        .forEach(
            (host, list) -> {
              Size here = host.isEmpty() ? size.ofAllHosts() : size;
              cut(host, list, here.groups(list), size, groups);
            });
    return groups;
  }

  /** The splits by the one host that each is to be read on; those of unknown hosts under "". */
  static Map<String, List<RawSplit>> byHost(List<RawSplit> splits, ToDoubleFunction<String> rate) {
    Map<String, List<RawSplit>> byHost = new LinkedHashMap<>();
    List<RawSplit> anywhere = new ArrayList<>();
    List<RawSplit> placed = new ArrayList<>();
    for (RawSplit split : splits) {
      (split.hosts().isEmpty() ? anywhere : placed).add(split);
    }
    for (RawSplit split : pinned(placed, rate)) {
      byHost.computeIfAbsent(split.hosts().get(0), host -> new ArrayList<>()).add(split);
    }
    if (!anywhere.isEmpty()) {
      byHost.put("", anywhere);
    }
    return byHost;
  }

  /** What reading these splits costs, in bytes. */
  static double work(List<RawSplit> splits) {
    return splits.stream().mapToLong(RawSplit::length).sum() + (double) splits.size() * OPENING;
  }

  private static List<BalancedHostAssignment.Item> items(
      List<RawSplit> splits, List<String> hosts) {
    Map<String, Integer> index = new LinkedHashMap<>();
    hosts.forEach(host -> index.put(host, index.size()));
    return splits.stream()
        .map(
            split ->
                new BalancedHostAssignment.Item(
                    split.length(), split.hosts().stream().mapToInt(index::get).toArray()))
        .toList();
  }

  /** Cuts a host's splits, in their order, into groups as even as whole splits allow. */
  static void cut(String host, List<RawSplit> splits, long wanted, Size size, List<Group> groups) {
    long total = splits.stream().mapToLong(RawSplit::length).sum();
    long count = Math.max(1, wanted);
    List<RawSplit> open = new ArrayList<>();
    long openBytes = 0;
    long openUntil = 0;
    long before = 0;
    for (RawSplit split : splits) {
      long middle = before + split.length() / 2;
      boolean full = middle >= openUntil || size.isFull(open.size(), openBytes, split);
      if (!open.isEmpty() && full) {
        groups.add(new Group(host, List.copyOf(open)));
        open.clear();
        openBytes = 0;
      }
      if (open.isEmpty()) {
        openUntil = endOfShare(middle, total, count);
      }
      open.add(split);
      openBytes += split.length();
      before += split.length();
    }
    if (!open.isEmpty()) {
      groups.add(new Group(host, List.copyOf(open)));
    }
  }

  /** Where the share that holds {@code position} ends, of {@code count} equal shares. */
  private static long endOfShare(long position, long total, long count) {
    if (total == 0) {
      return Long.MAX_VALUE;
    }
    long share = (long) ((double) position / total * count);
    return (long) Math.ceil((double) total / count * (share + 1));
  }
}
