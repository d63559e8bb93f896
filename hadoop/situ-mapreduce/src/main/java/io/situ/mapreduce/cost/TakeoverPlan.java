// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What an application master has to know to have hosts take over each other's map tasks. It travels
 * in the job's configuration.
 *
 * @param taskSeconds how long a map task is expected to take
 * @param remoteSeconds how much longer on a host that does not hold its bytes
 * @param lanes the hosts of the cluster, with how many tasks each should run at once
 */
public record TakeoverPlan(double taskSeconds, double remoteSeconds, Map<String, Integer> lanes) {

  private static final String PREFIX = "situ.mapreduce.bound.";
  private static final String TASK = PREFIX + "task.seconds";
  private static final String REMOTE = PREFIX + "remote.seconds";
  private static final String HOSTS = PREFIX + "hosts";

  /** Writes it. */
  public void write(Configuration job) {
    job.setDouble(TASK, taskSeconds);
    job.setDouble(REMOTE, remoteSeconds);
    job.setStrings(
        HOSTS,
        lanes.entrySet().stream()
            .map(host -> host.getKey() + "=" + host.getValue())
            .toArray(String[]::new));
  }

  /** Returns what {@link #write} wrote; empty for a job without. */
  public static Optional<TakeoverPlan> of(Configuration job) {
    if (job.get(HOSTS) == null) {
      return Optional.empty();
    }
    Map<String, Integer> lanes = new LinkedHashMap<>();
    for (String host : job.getTrimmedStrings(HOSTS)) {
      int equals = host.lastIndexOf('=');
      lanes.put(host.substring(0, equals), Integer.parseInt(host.substring(equals + 1)));
    }
    return Optional.of(new TakeoverPlan(job.getDouble(TASK, 0), job.getDouble(REMOTE, 0), lanes));
  }
}
