// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.mapreduce.cost.CostModel;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.internal.SQLConf;

/** The configuration of scans. */
final class ScanKeys {

  static final ConfigKey<ScanLocality> MODE =
      ConfigKey.of(
              "spark.situ.scan.locality",
              ConfigType.choice(ScanLocality.values()),
              "`auto`: where the answer is proved to be stock Spark's. `always`: also where it may"
                  + " depend on the order of rows. `off`: never.")
          .withDefault(ScanLocality.AUTO);

  static final ConfigKey<List<String>> SCHEMES =
      ConfigKey.of(
              "spark.situ.scan.schemes",
              ConfigType.list(ConfigType.text(), "URI schemes, separated by commas"),
              "URI schemes of files whose scans are packed. Other file systems have to say block"
                  + " locations.")
          .withDefault(List.of("situ"));

  static final ConfigKey<Duration> TIMEOUT =
      ConfigKey.of(
              "spark.situ.scan.lookup.timeout",
              ConfigType.duration(ChronoUnit.SECONDS, Duration.ZERO),
              "How long the planning of a scan waits for placement, footers and addresses of"
                  + " hosts that are not known yet, and for the versions of files that are read in several"
                  + " parts. Placement and footers get three quarters of it.")
          .withDefault(Duration.ofSeconds(10));

  private static final ConfigKey<Duration> START =
      ConfigKey.of(
              "spark.situ.scan.cost.start",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO),
              "What starting a task costs.")
          .withDefault(Duration.ofMillis(100));

  private static final ConfigKey<Long> LOCAL =
      ConfigKey.of(
              "spark.situ.scan.cost.local",
              CostModel.rate("bytes per second such as 32m"),
              "Bytes per second that a task gets through, read on its own host.")
          .withDefault(32L << 20);

  private static final ConfigKey<Long> REMOTE =
      ConfigKey.of(
              "spark.situ.scan.cost.remote",
              CostModel.rate("bytes per second such as 100m"),
              "Bytes per second at which a task reads from another host; that time comes on top.")
          .withDefault(100L << 20);

  static final List<ConfigKey<?>> ALL = List.of(MODE, SCHEMES, TIMEOUT, START, LOCAL, REMOTE);

  private ScanKeys() {}

  /**
   * Returns what tasks of scans cost by a configuration.
   *
   * @param conf gives the value of a key, null where it is not set
   * @throws IllegalArgumentException naming key and value, if the value is not valid
   */
  static CostModel costs(UnaryOperator<String> conf) {
    return new CostModel(
        START.get(conf).toMillis() / 1000.0,
        LOCAL.get(conf),
        REMOTE.get(conf),
        OptionalDouble.empty());
  }

  /** Returns what tasks of a session's scans cost. */
  static CostModel costs(SQLConf conf) {
    return costs((String name) -> conf.getConfString(name, null));
  }

  /**
   * Checks all that a session asks for, also what is asked for only while a scan is packed.
   *
   * @throws IllegalArgumentException naming key and value, if a value is not valid
   */
  static void requireValid(SQLConf conf) {
    ALL.forEach(key -> get(conf, key));
  }

  /**
   * Returns what a session asks for.
   *
   * @throws IllegalArgumentException naming key and value, if the value is not valid
   */
  static <T> T get(SQLConf conf, ConfigKey<T> key) {
    return key.get(name -> conf.getConfString(name, null));
  }
}
