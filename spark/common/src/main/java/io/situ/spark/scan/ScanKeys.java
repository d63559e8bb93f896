// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
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
              "How long the planning of a scan waits for placement and footers that are not known yet.")
          .withDefault(Duration.ofSeconds(10));

  static final List<ConfigKey<?>> ALL = List.of(MODE, SCHEMES, TIMEOUT);

  private ScanKeys() {}

  /**
   * Returns what a session asks for.
   *
   * @throws IllegalArgumentException naming key and value, if the value is not valid
   */
  static <T> T get(SQLConf conf, ConfigKey<T> key) {
    return key.get(name -> conf.getConfString(name, null));
  }
}
