package io.situ.mapreduce;

import io.situ.hadoop.fs.SituStatistics;
import io.situ.hadoop.fs.SituStatistics.Distance;
import io.situ.mapreduce.JobRecord.Distances;

/** What this process has read from stores so far. */
final class ProcessReads {

  private ProcessReads() {}

  static Distances now() {
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
}
