// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.util.HashSet;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockManagerId;
import scala.collection.Iterator;

/**
 * The executors of this application at some moment.
 *
 * @param hosts by the names that executors gave; empty where none runs yet, and where tasks run in
 *     the driver's process
 * @param complete whether all have come that will, so that a host without one is not waited for
 */
record RunningExecutors(Set<String> hosts, boolean complete) {

  RunningExecutors {
    hosts = Set.copyOf(hosts);
  }

  /** Returns those that run now. */
  static RunningExecutors now(SparkContext context) {
    Set<String> hosts = new HashSet<>();
    int count = 0;
    if (!context.isLocal()) {
      Iterator<BlockManagerId> all =
          SparkEnv.get().blockManager().master().getMemoryStatus().keysIterator();
      while (all.hasNext()) {
        BlockManagerId manager = all.next();
        if (!manager.isDriver()) {
          hosts.add(manager.host());
          count++;
        }
      }
    }
    return new RunningExecutors(hosts, count > 0 && count >= expected(context.getConf()));
  }

  /** Without a number, or where it changes, others may still come. */
  private static int expected(SparkConf conf) {
    return conf.getBoolean("spark.dynamicAllocation.enabled", false)
        ? Integer.MAX_VALUE
        : conf.getInt("spark.executor.instances", Integer.MAX_VALUE);
  }
}
