// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.mapreduce.cost.CostModel;
import io.situ.mapreduce.cost.HostCapacity;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.regroup.PlacementSummary;
import io.situ.mapreduce.regroup.SplitRegrouper;
import io.situ.mapreduce.yarn.ContainerMemory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Binds a submitted job's map tasks to the hosts that hold their bytes. */
final class TaskPlacement {

  private static final Logger LOG = LoggerFactory.getLogger(TaskPlacement.class);

  private TaskPlacement() {}

  /**
   * Regroups the job and, on YARN, has its hosts asked for strictly. What was done is in the job's
   * configuration too.
   */
  static void bind(SubmittedJob job, boolean yarn) throws IOException {
    PlacementSummary binding =
        SplitRegrouper.apply(job, yarn ? yarnCluster(job.client()) : local(job.client()));
    warning(binding).ifPresent(words -> LOG.warn("{}: {}", job.id(), words));
    LOG.info(
        "{}: {} splits in {} map tasks; {}; {}",
        job.id(),
        binding.splits(),
        binding.tasks(),
        binding.rules().packing(),
        binding.rules().cutting());
  }

  /** What keeps maps from being local, as a clause. */
  static Optional<String> warning(PlacementSummary binding) {
    if (!binding.unknownHosts().isEmpty()) {
      return Optional.of(
          "these hosts hold input, but YARN has no running NodeManager of that name: "
              + String.join(", ", binding.unknownHosts()));
    }
    return Optional.of(binding.rules().asking())
        .filter(reason -> !reason.isEmpty())
        .map(reason -> "maps are " + reason);
  }

  private static SplitRegrouper.Cluster local(Configuration conf) {
    int slots = Math.max(1, conf.getInt(LocalJobRunner.LOCAL_MAX_MAPS, 1));
    return new SplitRegrouper.Cluster(slots, Optional.empty());
  }

  private static SplitRegrouper.Cluster yarnCluster(Configuration conf) throws IOException {
    List<NodeReport> nodes = nodes(conf);
    CostModel costs = CostModel.of(conf);
    SortedMap<String, HostCapacity> hosts = new TreeMap<>();
    for (NodeReport node : nodes) {
      hosts.put(node.getNodeId().getHost(), capacity(node, megabytes(conf), costs));
    }
    return new SplitRegrouper.Cluster(slots(conf, nodes), Optional.of(hosts));
  }

  /**
   * What a node can do beside what it is doing now, as far as it reports that. Other jobs' memory
   * is free again some time, so a full node counts as one with a single slot.
   */
  static HostCapacity capacity(NodeReport node, long megabytes, CostModel costs) {
    long used = node.getUsed() == null ? 0 : node.getUsed().getMemorySize();
    long free = (node.getCapability().getMemorySize() - used) / megabytes;
    ResourceUtilization now = node.getNodeUtilization();
    return new HostCapacity(
        (int) Math.min(Integer.MAX_VALUE, Math.max(1, free)),
        costs.processors().orElse(Math.max(1, node.getCapability().getVirtualCores())),
        now == null ? 0 : Math.max(0, now.getCPU()));
  }

  /** Map containers that fit on a node, on average. */
  private static int slots(Configuration conf, List<NodeReport> nodes) {
    return (int)
        nodes.stream()
            .mapToLong(node -> node.getCapability().getMemorySize() / megabytes(conf))
            .average()
            .orElse(1);
  }

  private static long megabytes(Configuration conf) {
    return ContainerMemory.of(conf).granted(new JobConf(conf).getMemoryRequired(TaskType.MAP));
  }

  private static List<NodeReport> nodes(Configuration conf) throws IOException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(new YarnConfiguration(conf));
      yarn.start();
      return yarn.getNodeReports(NodeState.RUNNING);
    } catch (YarnException e) {
      throw new IOException("the ResourceManager does not list its nodes: " + e.getMessage(), e);
    }
  }
}
