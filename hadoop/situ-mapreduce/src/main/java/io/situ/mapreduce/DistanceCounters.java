package io.situ.mapreduce;

import io.situ.mapreduce.JobRecord.Distances;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;

/**
 * Bytes by distance as tasks on a cluster publish them: one row of Hadoop's own file system
 * counters for each distance, under a scheme of its own.
 */
final class DistanceCounters {

  private DistanceCounters() {}

  static Distances of(Counters counters) {
    Distances told =
        new Distances(
            read(counters, "situ-local"),
            read(counters, "situ-rack"),
            read(counters, "situ-remote"),
            read(counters, "situ-unknown"));
    return told.equals(Distances.NONE) ? new Distances(0, 0, 0, read(counters, "situ")) : told;
  }

  private static long read(Counters counters, String scheme) {
    return counters.findCounter(scheme, FileSystemCounter.BYTES_READ).getValue();
  }
}
