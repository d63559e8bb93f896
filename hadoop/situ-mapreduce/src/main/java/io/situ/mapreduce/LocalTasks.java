package io.situ.mapreduce;

import io.situ.mapreduce.regroup.Regrouping;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Binds a submitted job's map tasks to the hosts that hold their bytes. */
final class LocalTasks {

  private static final Logger LOG = LoggerFactory.getLogger(LocalTasks.class);

  private LocalTasks() {}

  /**
   * Regroups the job and, on YARN, asks for its hosts strictly.
   *
   * @param client the submitting client's configuration, which the stock runner shares
   */
  static Regrouping.Outcome bind(
      JobID job, Path directory, Configuration client, ClientProtocol delegate) throws IOException {
    boolean yarn = delegate instanceof YARNRunner;
    Regrouping.Outcome outcome =
        Regrouping.apply(
            job,
            directory,
            client,
            new Regrouping.Cluster(yarn ? yarnSlots(client) : localSlots(client), yarn));
    outcome
        .leftAlone()
        .ifPresentOrElse(
            reason -> LOG.info("{} is not regrouped: {}", job, reason),
            () ->
                LOG.info(
                    "{}: {} splits in {} map tasks, input by host {}",
                    job,
                    outcome.splits(),
                    outcome.groups(),
                    outcome.bytesByHost()));
    return outcome;
  }

  private static int localSlots(Configuration conf) {
    return Math.max(1, conf.getInt(LocalJobRunner.LOCAL_MAX_MAPS, 1));
  }

  /** Map containers that fit on a node, on average. */
  private static int yarnSlots(Configuration conf) throws IOException {
    int megabytes = conf.getInt(MRJobConfig.MAP_MEMORY_MB, MRJobConfig.DEFAULT_MAP_MEMORY_MB);
    int least =
        conf.getInt(
            YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB);
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(new YarnConfiguration(conf));
      yarn.start();
      List<NodeReport> nodes = yarn.getNodeReports(NodeState.RUNNING);
      return (int)
          nodes.stream()
              .mapToLong(node -> node.getCapability().getMemorySize() / Math.max(megabytes, least))
              .average()
              .orElse(1);
    } catch (YarnException e) {
      throw new IOException("the ResourceManager does not tell its nodes: " + e.getMessage(), e);
    }
  }
}
