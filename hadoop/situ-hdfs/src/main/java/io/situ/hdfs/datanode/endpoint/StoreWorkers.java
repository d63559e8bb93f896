// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs jobs, so many of each store at the same time and in the order in which they came: a store
 * that hangs holds up its own jobs and no others. Thread-safe.
 */
final class StoreWorkers implements AutoCloseable {

  /** Jobs of a store that wait, and how many run. */
  private static final class Lane {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;
  }

  private final int each;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Lane> lanes = new HashMap<>();

  /**
   * @param each how many jobs of one store run at the same time
   */
  StoreWorkers(int each) {
    this.each = each;
  }

  /**
   * Runs a job once those that came before it for the same store have begun.
   *
   * @param job throws nothing
   * @throws java.util.concurrent.RejectedExecutionException if this is closed
   */
  synchronized void execute(String store, Runnable job) {
    Lane lane = lanes.computeIfAbsent(store, ignored -> new Lane());
    lane.waiting.add(job);
    if (lane.running < each) {
      threads.execute(() -> run(store, lane));
      lane.running++;
    }
  }

  private void run(String store, Lane lane) {
    for (Runnable job = next(store, lane); job != null; job = next(store, lane)) {
      job.run();
    }
  }

  /** Returns the next job, null if there is none: then one fewer is running. */
  private synchronized Runnable next(String store, Lane lane) {
    Runnable job = lane.waiting.poll();
    if (job == null && --lane.running == 0) {
      lanes.remove(store);
    }
    return job;
  }

  /** Interrupts the jobs that run; those that wait do not begin. */
  @Override
  public synchronized void close() {
    lanes.values().forEach(lane -> lane.waiting.clear());
    threads.shutdownNow();
  }
}
