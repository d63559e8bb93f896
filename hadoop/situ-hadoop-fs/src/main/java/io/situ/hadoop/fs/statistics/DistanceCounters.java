// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;

/**
 * Publishes bytes read by distance where Hadoop's tasks look for what to count: as file system
 * statistics under a scheme for each distance, {@code situ-local} and so on. A stock task then
 * shows them as counters beside those of {@code situ}.
 *
 * <p>Other programs add the bytes of all schemes up, as Spark does for a task's input, and would
 * count each byte twice: so only processes that run tasks and nothing else publish. Thread-safe.
 */
final class DistanceCounters {

  private static final Map<Distance, FileSystem.Statistics> ROWS =
      ProcessRole.runsTasks() ? rows() : Map.of();

  private DistanceCounters() {}

  static void add(Distance distance, long bytes) {
    FileSystem.Statistics row = ROWS.get(distance);
    if (row != null) {
      row.incrementBytesRead(bytes);
    }
  }

  /** Hadoop keeps one row for each class, so there is a class for each distance. */
  @SuppressWarnings("deprecation")
  private static Map<Distance, FileSystem.Statistics> rows() {
    Map<Distance, Class<? extends FileSystem>> owners =
        Map.of(
            Distance.LOCAL, Local.class,
            Distance.RACK, Rack.class,
            Distance.REMOTE, Remote.class,
            Distance.UNKNOWN, Unknown.class);
    Map<Distance, FileSystem.Statistics> rows = new EnumMap<>(Distance.class);
    owners.forEach(
        (distance, owner) -> rows.put(distance, FileSystem.getStatistics(scheme(distance), owner)));
    return rows;
  }

  private static String scheme(Distance distance) {
    return SituKeys.SCHEME + "-" + distance.name().toLowerCase(Locale.ROOT);
  }

  private abstract static class Local extends FileSystem {}

  private abstract static class Rack extends FileSystem {}

  private abstract static class Remote extends FileSystem {}

  private abstract static class Unknown extends FileSystem {}
}
