// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** What a job's map tasks are placed for. */
public enum Locality {
  /** The map phase shall end as early as it can. */
  AUTO,
  /** As few bytes as possible shall cross the network. */
  STRICT,
  /** The cluster's scheduler decides. */
  OFF;

  public static final ConfigKey<Locality> KEY =
      ConfigKey.of(
              "situ.mapreduce.locality",
              ConfigType.choice(Locality.values()),
              "What map tasks on YARN are placed for: auto, so that the last one ends as early as it"
                  + " can; strict, so that as little as possible crosses the network; off leaves it to"
                  + " the cluster's scheduler.")
          .withDefault(AUTO);

  /**
   * Time without a new map container after which waiting maps may run on any host; once one of the
   * job's hosts has no map left that waits for it, new containers do not count.
   */
  public static final ConfigKey<Duration> WAIT =
      ConfigKey.of(
              "situ.mapreduce.locality.wait",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO),
              "How long map tasks on YARN wait at most for the hosts that hold their bytes before any"
                  + " will do; 0 leaves that to the cluster's scheduler.")
          .withDefault(Duration.ofSeconds(30));

  /**
   * Returns what a job's configuration says, {@link #AUTO} where it says nothing.
   *
   * @throws IllegalArgumentException with a sentence for the user, if it says something else
   */
  public static Locality of(Configuration conf) {
    return KEY.get(conf::get);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
