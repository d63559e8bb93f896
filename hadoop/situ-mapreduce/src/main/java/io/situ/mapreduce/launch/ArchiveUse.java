// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counter;

/**
 * Maps of a job that was to start with a class archive, counted by what their JVMs did. A JVM whose
 * Java or jars are not those of the archive does without, and says so only in its container's
 * output.
 */
public enum ArchiveUse {
  MAPS_WITH_CLASS_ARCHIVE,
  MAPS_WITHOUT_CLASS_ARCHIVE;

  /** Configuration key, set for a job: the archive that it was to start with. */
  static final String ARCHIVE = "situ.mapreduce.launch.classes.archive";

  /** Counts the map that this process runs, if its job was to start with an archive. */
  public static void count(Configuration job, Function<ArchiveUse, Counter> counters) {
    if (job.get(ARCHIVE) != null) {
      counters.apply(ofThisProcess()).increment(1);
    }
  }

  /**
   * HotSpot says so of the archive that it was started with, and of no other that it might have.
   */
  private static ArchiveUse ofThisProcess() {
    return System.getProperty("java.vm.info", "").contains("sharing")
        ? MAPS_WITH_CLASS_ARCHIVE
        : MAPS_WITHOUT_CLASS_ARCHIVE;
  }

  /**
   * Returns what is to be said of a job that has ended, as a sentence; empty where all maps that
   * counted used the archive, or none counted.
   *
   * @param counters of the job, by group and name
   */
  public static Optional<String> complaint(
      Configuration job, Map<String, Map<String, Long>> counters) {
    long with = of(counters, MAPS_WITH_CLASS_ARCHIVE);
    long without = of(counters, MAPS_WITHOUT_CLASS_ARCHIVE);
    return without == 0
        ? Optional.empty()
        : Optional.of(
            without
                + " of "
                + (with + without)
                + " maps could not use the class archive "
                + job.get(ARCHIVE)
                + ": the Java or the jars of their hosts are not those it was made from");
  }

  /**
   * Returns whether an archive was of no use to any map that counted: it is older than what the
   * cluster has now.
   *
   * @param counters of the job, by group and name
   */
  static boolean isOutdated(Map<String, Map<String, Long>> counters) {
    return of(counters, MAPS_WITHOUT_CLASS_ARCHIVE) > 0
        && of(counters, MAPS_WITH_CLASS_ARCHIVE) == 0;
  }

  private static long of(Map<String, Map<String, Long>> counters, ArchiveUse use) {
    return counters.getOrDefault(ArchiveUse.class.getName(), Map.of()).getOrDefault(use.name(), 0L);
  }
}
