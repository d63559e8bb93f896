// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.status.api.v1.ExecutorSummary;
import org.apache.spark.storage.BlockManagerId;
import scala.collection.Iterator;

/**
 * The executors of this application at some moment.
 *
 * @param slots how many tasks run at once on each host, by the names that executors gave; empty
 *     where none runs yet, and where tasks run in the driver's process
 * @param complete whether all have come that will, so that a host without one is not waited for
 */
record RunningExecutors(Map<String, Integer> slots, boolean complete) {

  /** Where nothing says how many there will be, all have come once none has for so long. */
  private static final long SETTLED_MILLIS = 10_000;

  private static final String DRIVER = "driver";

  RunningExecutors {
    slots = Map.copyOf(slots);
  }

  /** Returns those that run now. */
  static RunningExecutors now(SparkContext context) {
    Map<String, Integer> slots = new HashMap<>();
    int count = 0;
    if (!context.isLocal()) {
      Iterator<BlockManagerId> all =
          SparkEnv.get().blockManager().master().getMemoryStatus().keysIterator();
      while (all.hasNext()) {
        BlockManagerId manager = all.next();
        if (!manager.isDriver()) {
          slots.put(manager.host(), 0);
          count++;
        }
      }
    }
    boolean settled = count > 0 && addSlots(context, slots) == count;
    // Those that are not listed yet have at least one.
    slots.replaceAll((host, known) -> Math.max(1, known));
    return new RunningExecutors(slots, count > 0 && isComplete(context.getConf(), count, settled));
  }

  /**
   * Adds the slots of executors on the hosts that are there.
   *
   * @return how many executors have been there for some time
   */
  private static int addSlots(SparkContext context, Map<String, Integer> slots) {
    Date before = new Date(System.currentTimeMillis() - SETTLED_MILLIS);
    int old = 0;
    Iterator<ExecutorSummary> all = context.statusStore().executorList(true).iterator();
    while (all.hasNext()) {
      ExecutorSummary executor = all.next();
      if (!executor.id().equals(DRIVER)) {
        String host = executor.hostPort().replaceFirst(":\\d+$", "");
        slots.computeIfPresent(host, (name, known) -> known + executor.maxTasks());
        old += executor.addTime().before(before) ? 1 : 0;
      }
    }
    return old;
  }

  private static boolean isComplete(SparkConf conf, int count, boolean settled) {
    return !conf.getBoolean("spark.dynamicAllocation.enabled", false)
        && (settled || count >= conf.getInt("spark.executor.instances", Integer.MAX_VALUE));
  }

  /** Returns the names of their hosts. */
  Set<String> hosts() {
    return slots.keySet();
  }

  /** Returns the slots if none will be added, else nothing. */
  Map<String, Integer> slotsForAll() {
    return complete ? slots : Map.of();
  }
}
