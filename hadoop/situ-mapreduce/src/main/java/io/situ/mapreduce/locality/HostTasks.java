// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.yarn.api.records.ContainerId;

/** One job's map tasks on one host, as its application master sees them. Not thread-safe. */
final class HostTasks {

  /**
   * Seconds within which a host that is free gets its tasks: NodeManagers and application masters
   * report once a second each.
   */
  static final double GRANT_SECONDS = 3;

  private static final double NANOS = 1e9;

  private final Map<ContainerId, Long> running = new HashMap<>();
  private int planned;
  private int waiting;
  private long waitingSince;
  private long finished;
  private double finishedSeconds;
  private boolean usable = true;

  /**
   * @param lanes tasks that should run there at once
   */
  HostTasks(int lanes) {
    this.planned = lanes;
  }

  int waiting() {
    return waiting;
  }

  void setWaiting(int tasks, long now) {
    if (waiting == 0 && tasks > 0) {
      waitingSince = now;
    }
    waiting = tasks;
  }

  void setUsable(boolean is) {
    usable = is;
  }

  /**
   * Forgets what waits. What runs goes on under another ResourceManager, but on a host that was
   * lost, which may come back without; how long tasks took here still counts.
   */
  void restart(long now) {
    if (!usable) {
      running.clear();
    }
    waiting = 0;
    waitingSince = now;
    usable = true;
  }

  boolean isRunning(ContainerId container) {
    return running.containsKey(container);
  }

  void started(ContainerId container, long now) {
    running.put(container, now);
    planned = Math.max(planned, running.size());
    waitingSince = now;
  }

  /**
   * Notes the end of a container.
   *
   * @param container one that {@link #started} was called with
   * @param well whether it did its task, so that its time counts
   */
  void ended(ContainerId container, boolean well, long now) {
    long start = running.remove(container);
    if (well) {
      finished++;
      finishedSeconds += (now - start) / NANOS;
    }
    waitingSince = now;
  }

  long finished() {
    return finished;
  }

  double finishedSeconds() {
    return finishedSeconds;
  }

  /**
   * Seconds that a task takes here, from those that have ended; if none has, the usual ones, or as
   * long as those that run have taken already.
   */
  double seconds(double usual, long now) {
    if (finished > 0) {
      return finishedSeconds / finished;
    }
    double seconds = usual;
    for (long start : running.values()) {
      seconds = Math.max(seconds, (now - start) / NANOS);
    }
    return seconds;
  }

  int lanes() {
    return usable ? planned : 0;
  }

  /** Tasks of other hosts that could start here. */
  int room() {
    return usable && waiting == 0 ? Math.max(0, planned - running.size()) : 0;
  }

  /** Seconds until the last running task ends, as far as is known. */
  double busyFor(double usual, long now) {
    double longest = 0;
    for (long start : running.values()) {
      longest = Math.max(longest, left(start, usual, now));
    }
    return longest;
  }

  /** A task that takes longer than others will go on for as long as it is late. */
  private double left(long start, double usual, long now) {
    double expected = finished == 0 ? usual : finishedSeconds / finished;
    return Math.abs(expected - (now - start) / NANOS);
  }

  /**
   * Foretells in how many seconds each task that waits for this host will have ended here. What the
   * host does not run though it should is taken to start after as long a time as was waited for it
   * already.
   */
  void ends(double usual, long now, DoubleConsumer ends) {
    PriorityQueue<Double> free = new PriorityQueue<>();
    double seconds = seconds(usual, now);
    running.values().forEach(start -> free.add(left(start, seconds, now)));
    double waited = (now - waitingSince) / NANOS;
    while (free.size() < planned) {
      free.add(!usable || waited > GRANT_SECONDS ? waited : 0);
    }
    for (int i = 0; i < waiting; i++) {
      double end = free.remove() + seconds;
      free.add(end);
      ends.accept(end);
    }
  }
}
