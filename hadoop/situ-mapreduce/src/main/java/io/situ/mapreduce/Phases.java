package io.situ.mapreduce;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.mapreduce.JobStatus;

/**
 * Times a job's phases from the progress it reports. A phase ends when it is first seen complete
 * after it was last seen incomplete, so the figures are as exact as the client asks often. Not safe
 * for use by several threads.
 */
final class Phases {

  private final boolean reducing;
  private final long submitted;
  private long started;
  private long mapped;
  private long reduced;

  Phases(long submittedMillis, boolean reducing) {
    this.submitted = submittedMillis;
    this.reducing = reducing;
  }

  void seen(JobStatus status, long nowMillis) {
    if (started == 0 && (status.getSetupProgress() >= 1 || status.getMapProgress() > 0)) {
      started = nowMillis;
    }
    mapped = ended(mapped, status.getMapProgress(), nowMillis);
    reduced = ended(reduced, reducing ? status.getReduceProgress() : 1, nowMillis);
  }

  private static long ended(long before, float progress, long now) {
    if (progress < 1) {
      return 0;
    }
    return before == 0 ? now : before;
  }

  /** Seconds by phase, to the end at {@code finishedMillis}. */
  Map<String, Double> upTo(long finishedMillis) {
    long start = started == 0 ? finishedMillis : started;
    long map = mapped == 0 ? finishedMillis : Math.max(mapped, start);
    long reduce = reduced == 0 ? finishedMillis : Math.max(reduced, map);
    Map<String, Double> seconds = new LinkedHashMap<>();
    seconds.put("start", (start - submitted) / 1000.0);
    seconds.put("map", (map - start) / 1000.0);
    if (reducing) {
      seconds.put("reduce", (reduce - map) / 1000.0);
    }
    seconds.put("commit", (finishedMillis - reduce) / 1000.0);
    return seconds;
  }
}
