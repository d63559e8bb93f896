package io.situ.mapreduce;

import io.situ.mapreduce.JobRecord.Distances;
import org.apache.hadoop.fs.FileSystem;

/** What this process has read from stores so far. */
final class ProcessReads {

  private ProcessReads() {}

  static Distances now() {
    var statistics = FileSystem.getGlobalStorageStatistics().get("situ");
    Long bytes = statistics == null ? null : statistics.getLong("bytesRead");
    return new Distances(0, 0, 0, bytes == null ? 0 : bytes);
  }
}
