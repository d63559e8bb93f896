// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.rdd;

import io.situ.mapreduce.cost.BalancedHostAssignment;
import io.situ.spark.scan.ExecutorHosts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.Partition;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.TaskLocation;
import scala.Option;
import scala.collection.Iterator;

/** Groups partitions of an RDD by the hosts that they prefer. */
final class HostGroups {

  private HostGroups() {}

  /** Partitions on a host, in their order. */
  private record HostShare(Option<String> host, List<Sized> partitions) {

    long bytes() {
      return partitions.stream().mapToLong(Sized::bytes).sum();
    }
  }

  private record Sized(Partition partition, long bytes) {}

  /**
   * Returns at most as many groups as are asked for, each of partitions for one host.
   *
   * @throws InterruptedException if the calling thread is interrupted while names of hosts are
   *     resolved
   */
  static PartitionGroup[] of(int maxPartitions, RDD<?> parent) throws InterruptedException {
    List<HostShare> shares = shares(parent);
    shares.sort(Comparator.comparingLong(HostShare::bytes).reversed());
    while (shares.size() > maxPartitions) {
      join(shares);
    }
    int[] counts = counts(shares, maxPartitions);
    List<PartitionGroup> groups = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      groups.addAll(groups(shares.get(i), counts[i]));
    }
    return groups.toArray(PartitionGroup[]::new);
  }

  /** Chooses a host for each partition. */
  private static List<HostShare> shares(RDD<?> parent) throws InterruptedException {
    Partition[] partitions = parent.partitions();
    List<Set<String>> preferred = new ArrayList<>();
    Set<String> all = new HashSet<>();
    for (Partition partition : partitions) {
      Set<String> hosts = preferred(parent, partition);
      preferred.add(hosts);
      all.addAll(hosts);
    }
    UnaryOperator<String> toEngineName = ExecutorHosts.of(parent.sparkContext(), all);
    List<String> names = new ArrayList<>();
    List<Sized> placed = new ArrayList<>();
    List<BalancedHostAssignment.Item> items = new ArrayList<>();
    HostShare anywhere = new HostShare(Option.empty(), new ArrayList<>());
    for (int i = 0; i < partitions.length; i++) {
      Sized sized = new Sized(partitions[i], PartitionBytes.of(partitions[i]));
      int[] hosts = indexes(preferred.get(i), toEngineName, names);
      if (hosts.length == 0) {
        anywhere.partitions().add(sized);
      } else {
        placed.add(sized);
        items.add(new BalancedHostAssignment.Item(sized.bytes(), hosts));
      }
    }
    int[] chosen = BalancedHostAssignment.assign(items, names.size());
    Map<Integer, HostShare> byHost = new LinkedHashMap<>();
    for (int i = 0; i < chosen.length; i++) {
      byHost
          .computeIfAbsent(
              chosen[i], host -> new HostShare(Option.apply(names.get(host)), new ArrayList<>()))
          .partitions()
          .add(placed.get(i));
    }
    List<HostShare> shares = new ArrayList<>(byHost.values());
    if (!anywhere.partitions().isEmpty()) {
      shares.add(anywhere);
    }
    return shares;
  }

  /** Returns the hosts that a partition prefers, as the file system names them. */
  private static Set<String> preferred(RDD<?> parent, Partition partition) {
    Set<String> hosts = new LinkedHashSet<>();
    // Also of RDDs that this one is made from without a shuffle.
    Iterator<TaskLocation> all =
        parent.sparkContext().getPreferredLocs(parent, partition.index()).iterator();
    while (all.hasNext()) {
      hosts.add(all.next().host());
    }
    return hosts;
  }

  /** Returns hosts by their indexes in {@code names}, to which new names are added. */
  private static int[] indexes(
      Set<String> hosts, UnaryOperator<String> toEngineName, List<String> names) {
    Set<Integer> indexes = new LinkedHashSet<>();
    for (String host : hosts) {
      String name = toEngineName.apply(host);
      if (!names.contains(name)) {
        names.add(name);
      }
      indexes.add(names.indexOf(name));
    }
    return indexes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Makes one of the two with the least, on the host of the larger. */
  private static void join(List<HostShare> shares) {
    HostShare least = shares.remove(shares.size() - 1);
    HostShare other = shares.remove(shares.size() - 1);
    List<Sized> both = new ArrayList<>(other.partitions());
    both.addAll(least.partitions());
    both.sort(Comparator.comparingInt(sized -> sized.partition().index()));
    HostShare joined = new HostShare(other.host(), both);
    int at = 0;
    while (at < shares.size() && shares.get(at).bytes() >= joined.bytes()) {
      at++;
    }
    shares.add(at, joined);
  }

  /** Gives each host one new partition, and the next always to the one with the largest ones. */
  private static int[] counts(List<HostShare> shares, int maxPartitions) {
    int[] counts = new int[shares.size()];
    Arrays.fill(counts, 1);
    long[] bytes = shares.stream().mapToLong(HostShare::bytes).toArray();
    for (int given = counts.length; given < maxPartitions; given++) {
      int next =
          IntStream.range(0, counts.length)
              .filter(i -> counts[i] < shares.get(i).partitions().size())
              .boxed()
              .max(Comparator.comparingDouble(i -> (double) bytes[i] / counts[i]))
              .orElse(-1);
      if (next < 0) {
        return counts;
      }
      counts[next]++;
    }
    return counts;
  }

  /** Cuts a host's partitions, in their order, into parts of about the same size. */
  private static List<PartitionGroup> groups(HostShare share, int count) {
    List<PartitionGroup> groups = new ArrayList<>();
    long total = share.bytes();
    long before = 0;
    int left = share.partitions().size();
    for (Sized sized : share.partitions()) {
      boolean isFull = groups.size() < count && before * count >= total * groups.size();
      if (groups.isEmpty() || isFull || left == count - groups.size()) {
        groups.add(new PartitionGroup(share.host()));
      }
      groups.get(groups.size() - 1).partitions().$plus$eq(sized.partition());
      before += sized.bytes();
      left--;
    }
    return groups;
  }
}
