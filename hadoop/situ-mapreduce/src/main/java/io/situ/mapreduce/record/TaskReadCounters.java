// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.mapreduce.record.JobRecord.Distances;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;

/**
 * Bytes by distance as tasks on a cluster publish them: one row of Hadoop's own file system
 * counters for each distance, under a scheme of its own.
 */
final class TaskReadCounters {

  private TaskReadCounters() {}

  static Distances of(Counters counters) {
    return new Distances(
        read(counters, "situ-local"),
        read(counters, "situ-rack"),
        read(counters, "situ-remote"),
        read(counters, "situ-unknown"));
  }

  private static long read(Counters counters, String scheme) {
    return counters.findCounter(scheme, FileSystemCounter.BYTES_READ).getValue();
  }
}
