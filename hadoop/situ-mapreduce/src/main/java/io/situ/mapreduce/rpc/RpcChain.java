// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.rpc;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.HadoopYarnProtoRPC;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/**
 * Puts a {@link YarnRPC} before the one that a job has, which may be a site's own and goes on doing
 * the work.
 *
 * @param type stands before the other
 * @param next the key under which the other is noted
 */
public record RpcChain(Class<? extends YarnRPC> type, String next) {

  private static final String KEY = YarnConfiguration.IPC_RPC_IMPL;

  /**
   * Returns why a job's application master could not load one that the job brings along, as a
   * clause; empty if it can.
   */
  public static Optional<String> objection(Configuration job) {
    return job.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)
        ? Optional.of(
            MRJobConfig.MAPREDUCE_JOB_CLASSLOADER
                + "=true hides Situ's classes from Hadoop's own in the application master")
        : Optional.empty();
  }

  /** Puts it into a job's configuration. Once is enough: a second call changes nothing. */
  public void install(Configuration job) {
    String before = job.get(KEY, HadoopYarnProtoRPC.class.getName());
    if (before.equals(type.getName()) || job.get(next) != null) {
      return;
    }
    job.set(next, before);
    job.set(KEY, type.getName());
  }

  /** Returns the one that stands behind it, Hadoop's usual one where none is noted. */
  public YarnRPC next(Configuration job) {
    Configuration other = new Configuration(job);
    other.set(KEY, job.get(next, HadoopYarnProtoRPC.class.getName()));
    return YarnRPC.create(other);
  }
}
