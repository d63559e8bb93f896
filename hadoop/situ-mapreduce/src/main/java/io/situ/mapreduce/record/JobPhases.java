// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.JobStatus;

/**
 * Times a job's phases from the progress it reports: of a reduce's progress the first third is
 * shuffling and the second sorting ({@code ReduceTask}). A phase ends when it is first seen
 * complete after it was last seen incomplete, so the figures are as exact as the client asks often.
 * Not thread-safe.
 */
public final class JobPhases {

  private static final List<String> NAMES = List.of("start", "map", "shuffle", "sort", "reduce");
  private static final float SHUFFLED = 1 / 3f;
  private static final float SORTED = 2 / 3f;

  private final boolean reducing;
  private final long submitted;
  private long started;
  private long mapped;
  private long shuffled;
  private long sorted;
  private long reduced;

  public JobPhases(long submittedMillis, boolean reducing) {
    this.submitted = submittedMillis;
    this.reducing = reducing;
  }

  public void seen(JobStatus status, long nowMillis) {
    if (started == 0 && (status.getSetupProgress() >= 1 || status.getMapProgress() > 0)) {
      started = nowMillis;
    }
    mapped = ended(mapped, status.getMapProgress() >= 1, nowMillis);
    float reduce = reducing ? status.getReduceProgress() : 1;
    shuffled = ended(shuffled, reduce >= SHUFFLED, nowMillis);
    sorted = ended(sorted, reduce >= SORTED, nowMillis);
    reduced = ended(reduced, reduce >= 1, nowMillis);
  }

  private static long ended(long before, boolean complete, long now) {
    if (!complete) {
      return 0;
    }
    return before == 0 ? now : before;
  }

  /** Seconds by phase, to the end at {@code finishedMillis}. */
  public Map<String, Double> upTo(long finishedMillis) {
    return reducing
        ? between(submitted, finishedMillis, started, mapped, shuffled, sorted, reduced)
        : between(submitted, finishedMillis, started, mapped);
  }

  /**
   * Parts the time from a job's submission to its end; it ended in the last phase that is named.
   *
   * @param ends when the start, the maps and, where there are reduces, shuffle, sort and reduce
   *     were over; 0 if they were not. Phases overlap: each is what it took beyond the end of the
   *     one before.
   */
  static Map<String, Double> between(long submitted, long finished, long... ends) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    long before = submitted;
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] == 0) {
        seconds.put(NAMES.get(i), (finished - before) / 1000.0);
        return seconds;
      }
      long end = Math.min(finished, Math.max(before, ends[i]));
      seconds.put(NAMES.get(i), (end - before) / 1000.0);
      before = end;
    }
    seconds.put("commit", (finished - before) / 1000.0);
    return seconds;
  }
}
