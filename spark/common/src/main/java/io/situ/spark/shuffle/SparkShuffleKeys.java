// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.directory.HeartbeatExpiry;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkConf;

/** The configuration of the shuffle. */
final class SparkShuffleKeys {

  /** Whose shuffle it is. */
  enum Mode {
    AUTO,
    ON,
    OFF
  }

  static final ConfigKey<Mode> MODE =
      ConfigKey.of(
              "spark.situ.shuffle",
              ConfigType.choice(Mode.values()),
              "`auto`: shared where executors have no disks of their own, that is where all their local"
                  + " directories are on the mount that `spark.situ.shuffle.dir` is on. `on`: shared."
                  + " `off`: Spark's own shuffle.")
          .withDefault(Mode.AUTO);

  static final ConfigKey<String> DIRECTORY =
      ConfigKey.of(
          "spark.situ.shuffle.dir",
          ConfigType.text(),
          "A directory on a file system that all hosts share, which must be there. It and each"
              + " directory and symbolic link on the way to it, in a store that is not mounted from"
              + " its root on, must belong to root (in HDFS to its superuser) or to the"
              + " application's user, and directories that others may write to must have the sticky"
              + " bit. Any Hadoop file system on which times of files can be set, which OrangeFS"
              + " cannot; others are refused, and `auto` leaves them alone.");

  private static final ConfigKey<Boolean> SYNC =
      ConfigKey.of(
              "spark.situ.shuffle.sync",
              ConfigType.bool(),
              "Whether a map's output is synced when it ends, so that it outlasts its host.")
          .withDefault(true);

  private static final ConfigKey<Duration> WAIT =
      ConfigKey.of(
              "spark.situ.shuffle.wait",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO),
              "How long a reader waits for a file that its host does not show yet.")
          .withDefault(Duration.ofSeconds(10));

  private static final ConfigKey<Duration> EXPIRY =
      ConfigKey.of(
              "spark.situ.shuffle.expiry",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ofMinutes(1)),
              "Age of the heartbeat after which an application counts as dead. Of two applications"
                  + " with other values the larger one counts.")
          .withDefault(Duration.ofMinutes(10));

  static final List<ConfigKey<?>> ALL = List.of(MODE, DIRECTORY, SYNC, WAIT, EXPIRY);

  private static final String IN_FLIGHT = "spark.reducer.maxSizeInFlight";

  private SparkShuffleKeys() {}

  /**
   * Returns what a key is set to, or its default.
   *
   * @throws IllegalArgumentException naming key and value, if it is not valid
   */
  static <T> T get(SparkConf conf, ConfigKey<T> key) {
    return key.get(name -> conf.get(name, null));
  }

  /**
   * Looks at all keys, so that none is found to be wrong only where a task needs it.
   *
   * @throws IllegalArgumentException naming key and value, if one is not valid
   */
  static void requireValid(SparkConf conf) {
    ALL.forEach(key -> key.find(name -> conf.get(name, null)));
  }

  /** Returns {@link #DIRECTORY}; empty if none is set. */
  static Optional<String> directory(SparkConf conf) {
    return DIRECTORY.find(name -> conf.get(name, null));
  }

  /** Returns how long a reader waits for output that is not visible yet, in milliseconds. */
  static long waitMillis(SparkConf conf) {
    return get(conf, WAIT).toMillis();
  }

  /** Returns whether a map's output must outlast its host when the map ends. */
  static boolean sync(SparkConf conf) {
    return get(conf, SYNC);
  }

  /** Returns the age of a heartbeat after which an application may be dead. */
  static HeartbeatExpiry expiry(SparkConf conf) {
    return new HeartbeatExpiry(get(conf, EXPIRY).toMillis());
  }

  /** Returns how many bytes one task may have read ahead. */
  static long maxBytesAhead(SparkConf conf) {
    return conf.getSizeAsMb(IN_FLIGHT, "48m") << 20;
  }
}
