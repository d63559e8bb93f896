// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.mapreduce.record.JobRecord.Distances;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;

/** What this process has read and written so far. Thread-safe. */
public final class ProcessBytes {

  private static final AtomicBoolean HAD_JOB = new AtomicBoolean();

  private ProcessBytes() {}

  /** What one job read, while no other job was measured in this process. */
  public static final class Measurement implements AutoCloseable {

    private static final Set<Measurement> OPEN = new HashSet<>();

    private final Distances before = ProcessBytes.read();
    private boolean alone;

    private Measurement() {}

    /** Begins one; those that are open, and it if there are any, measure nothing from now on. */
    public static Measurement begin() {
      Measurement measurement = new Measurement();
      synchronized (OPEN) {
        measurement.alone = OPEN.isEmpty();
        OPEN.forEach(other -> other.alone = false);
        OPEN.add(measurement);
      }
      return measurement;
    }

    /** Returns what was read from stores since it began; empty if that was not for one job. */
    public Optional<Distances> read() {
      synchronized (OPEN) {
        return alone ? Optional.of(ProcessBytes.read().minus(before)) : Optional.empty();
      }
    }

    @Override
    public void close() {
      synchronized (OPEN) {
        OPEN.remove(this);
      }
    }
  }

  private static Distances read() {
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
