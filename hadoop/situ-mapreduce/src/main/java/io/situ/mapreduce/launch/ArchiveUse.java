// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Maps of a job that was to start with a class archive that does not fit their hosts. A JVM whose
 * Java or jars are not those of the archive does without, and says so only in its container's
 * output. Where the archive's jars are there still and the host has others beside them, its classes
 * are the old ones.
 *
 * <p>They are counted in Hadoop's group of file systems, whose counters are as many as there are
 * schemes. In any other group the counter could be one more than {@code
 * mapreduce.job.counters.max}, which ends the job, even if the map itself ignores the refusal:
 * Hadoop keeps a counter that it refuses, and the application master adds up all.
 */
public final class ArchiveUse {

  /** Configuration key, set for a job: the archive that it was to start with. */
  static final String ARCHIVE = "situ.mapreduce.launch.classes.archive";

  /** Configuration key, set for a job: how many jars stand in front of its class path for that. */
  static final String JARS = "situ.mapreduce.launch.classes.jars";

  private static final String GROUP = FileSystemCounter.class.getName();

  /** The name of the counter, as that of a scheme's read operations. */
  static final String WITHOUT = "NO-CLASS-ARCHIVE_" + FileSystemCounter.READ_OPS;

  private ArchiveUse() {}

  /**
   * Counts the map that this process runs, if its job was to start with an archive and it did
   * without, or should have.
   *
   * @param counters of the map, by group and name
   */
  public static void count(Configuration job, BiFunction<String, String, Counter> counters) {
    if (job.get(ARCHIVE) != null
        && !(isUsed() && fits(System.getProperty("java.class.path"), job.getInt(JARS, 0)))) {
      counters.apply(GROUP, WITHOUT).increment(1);
    }
  }

  /**
   * HotSpot says so of the archive that it was started with, and of no other that it might have.
   */
  private static boolean isUsed() {
    return System.getProperty("java.vm.info", "").contains("sharing");
  }

  /**
   * Returns whether the jars in front of a class path are all in what Hadoop puts behind them.
   *
   * @param jars how many are in front
   */
  static boolean fits(String classPath, int jars) {
    List<Path> entries = Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
    int front = Math.min(jars, entries.size());
    return new HashSet<>(entries.subList(front, entries.size()))
        .containsAll(entries.subList(0, front));
  }

  /**
   * Returns what is to be said of a job that has ended, as a sentence; empty where it fits all
   * maps, or none counted.
   *
   * @param job as it was submitted
   * @param counters of the job, by group and name
   */
  public static Optional<String> complaint(
      Configuration job, Map<String, Map<String, Long>> counters) {
    long without = without(counters);
    return without == 0
        ? Optional.empty()
        : Optional.of(
            "class archive "
                + job.get(ARCHIVE)
                + " does not fit "
                + without
                + " of "
                + maps(job)
                + " maps: the Java or the jars of their hosts are not those it was made from");
  }

  /**
   * Returns whether an archive fits no map: it is older than what the cluster has now.
   *
   * @param job as it was submitted
   * @param counters of the job, which has ended, by group and name
   */
  static boolean isOutdated(Configuration job, Map<String, Map<String, Long>> counters) {
    long without = without(counters);
    return without > 0 && without >= maps(job);
  }

  private static int maps(Configuration job) {
    return job.getInt(MRJobConfig.NUM_MAPS, 1);
  }

  private static long without(Map<String, Map<String, Long>> counters) {
    return counters.getOrDefault(GROUP, Map.of()).getOrDefault(WITHOUT, 0L);
  }
}
