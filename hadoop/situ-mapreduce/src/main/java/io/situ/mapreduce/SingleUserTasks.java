// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.hadoop.fs.config.PrivilegedKeys;
import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.mapreduce.jobfile.SubmittedJob;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Starts the processes of a job as those of one user where the submitting process is one and the
 * job's configuration has privileged keys. These reach the tasks in {@code job.xml}, which anybody
 * may write; the option of {@code java} is what a shared service does not give.
 */
final class SingleUserTasks {

  private SingleUserTasks() {}

  /** The application master is started from what the client has, and tasks from the job's. */
  static void apply(SubmittedJob job) {
    if (ProcessRole.hasSingleUser() && PrivilegedKeys.areSet(job.client())) {
      addToMaster(job.client());
      addToTasks(job.conf());
    }
  }

  private static void addToMaster(Configuration conf) {
    add(
        conf,
        MRJobConfig.MR_AM_COMMAND_OPTS,
        conf.get(MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS));
  }

  static void addToTasks(Configuration conf) {
    String both =
        conf.get(JobConf.MAPRED_TASK_JAVA_OPTS, JobConf.DEFAULT_MAPRED_TASK_JAVA_OPTS.strip());
    for (String key : new String[] {MRJobConfig.MAP_JAVA_OPTS, MRJobConfig.REDUCE_JAVA_OPTS}) {
      add(conf, key, conf.get(key, both));
    }
  }

  private static void add(Configuration conf, String key, String now) {
    if (!now.contains(ProcessRole.SINGLE_USER_OPTION)) {
      conf.set(key, (now + " " + ProcessRole.SINGLE_USER_OPTION).strip());
    }
  }
}
