// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import io.situ.mapreduce.jobfile.ConfigurationSources;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.yarn.ContainerMemory;
import java.util.Locale;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the reduces of a job on YARN start beside its maps, and not after the first of them, where
 * the maps are expected to end soon: starting takes a large part of such a job. Only where every
 * host has room for all reduces and the application master beside its own maps, so that no map
 * waits, or runs elsewhere, because of a reduce. The application master of such a job asks for
 * containers four times a second and not once.
 */
public final class EarlyReduces {

  private static final Logger LOG = LoggerFactory.getLogger(EarlyReduces.class);

  private static final String SLOWSTART = MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART;
  private static final String HEARTBEAT = MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS;
  private static final int QUICK_HEARTBEAT = 250;

  private EarlyReduces() {}

  /**
   * Decides, and puts what it means into the job's configuration. What the user or the cluster's
   * files say of the same holds.
   *
   * @param mapSeconds how long the map phase is expected to take
   * @param room how many more maps every host could run at once than it is planned to, at least
   */
  public static void apply(SubmittedJob job, double mapSeconds, long room) {
    if (mapSeconds * 1000 > LaunchKeys.REDUCES.get(job.client()::get).toMillis()) {
      return;
    }
    set(job, HEARTBEAT, Integer.toString(QUICK_HEARTBEAT));
    if (room >= maps(job) && set(job, SLOWSTART, "0")) {
      LOG.info(
          "{}: reduces start beside the maps, which are expected to take {} s",
          job.id(),
          String.format(Locale.ROOT, "%.1f", mapSeconds));
    }
  }

  /** The maps that fit where the reduces and the application master may be. */
  private static long maps(SubmittedJob job) {
    JobConf conf = new JobConf(job.client());
    ContainerMemory memory = ContainerMemory.of(conf);
    long map = memory.granted(conf.getMemoryRequired(TaskType.MAP));
    long reduce = memory.granted(conf.getMemoryRequired(TaskType.REDUCE));
    long master =
        memory.granted(conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB));
    return conf.getNumReduceTasks() * inMaps(reduce, map) + inMaps(master, map);
  }

  private static long inMaps(long megabytes, long map) {
    return (megabytes + map - 1) / map;
  }

  private static boolean set(SubmittedJob job, String key, String value) {
    if (ConfigurationSources.isSet(job.client(), key)) {
      return false;
    }
    job.conf().set(key, value);
    return true;
  }
}
