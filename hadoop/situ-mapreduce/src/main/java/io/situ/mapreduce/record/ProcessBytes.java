// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.mapreduce.record.JobRecord.Distances;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;

/** What this process has read and written so far. Thread-safe. */
public final class ProcessBytes {

  private static final AtomicBoolean HAD_JOB = new AtomicBoolean();

  private ProcessBytes() {}

  /** Returns the bytes that were read from stores. */
  public static Distances read() {
    Distances sum = Distances.NONE;
    for (SituStatistics store : SituStatistics.all().values()) {
      sum =
          sum.plus(
              new Distances(
                  store.bytesRead(Distance.LOCAL),
                  store.bytesRead(Distance.RACK),
                  store.bytesRead(Distance.REMOTE),
                  store.bytesRead(Distance.UNKNOWN)));
    }
    return sum;
  }

  /**
   * Returns the bytes that were written through Hadoop's file systems, as their statistics count
   * them, before the first job of this process was handed on; empty from the second call on, since
   * tasks of earlier jobs may have written in this process too.
   */
  public static OptionalLong writtenBeforeFirstJob() {
    if (HAD_JOB.getAndSet(true)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        FileSystem.getAllStatistics().stream()
            .mapToLong(FileSystem.Statistics::getBytesWritten)
            .sum());
  }
}
