// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;

/**
 * What map tasks cost.
 *
 * @param startSeconds seconds of a processor from a task's container to its first record
 * @param localRate bytes per second that a task with a processor of its own gets through, read on
 *     its own host
 * @param remoteRate bytes per second at which a task reads from another host; what that takes comes
 *     on top
 * @param processors how many tasks a host runs at once at full speed; empty if that is what YARN
 *     says
 */
public record CostModel(
    double startSeconds, double localRate, double remoteRate, OptionalDouble processors) {

  private static final double MOST_PROCESSORS = 100_000;
  private static final String AUTO = "auto";

  /** How long a task takes to its first record. */
  public static final ConfigKey<Duration> START =
      ConfigKey.of(
              "situ.mapreduce.cost.start",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO),
              "For locality=auto: what starting a map task costs, in time of one processor from its"
                  + " container to its first record.")
          .withDefault(Duration.ofSeconds(5));

  /** Bytes per second that a task gets through. */
  public static final ConfigKey<Long> LOCAL =
      ConfigKey.of(
              "situ.mapreduce.cost.local",
              rate("bytes per second such as 16m"),
              "For locality=auto: bytes per second that a map with a processor of its own gets through,"
                  + " read on its own host.")
          .withDefault(16L << 20);

  /** Bytes per second from another host. */
  public static final ConfigKey<Long> REMOTE =
      ConfigKey.of(
              "situ.mapreduce.cost.remote",
              rate("bytes per second such as 100m"),
              "For locality=auto: bytes per second at which a map reads from another host; that time"
                  + " comes on top.")
          .withDefault(100L << 20);

  /** How many tasks a host really runs at once; empty for what YARN says. */
  public static final ConfigKey<OptionalDouble> PROCESSORS =
      ConfigKey.of(
              "situ.mapreduce.cost.processors",
              ConfigType.of(
                  "auto or a number above 0 such as 1.5", CostModel::parse, CostModel::print),
              "For locality=auto: how many maps a host really runs at once at full speed, such as 1.5;"
                  + " auto takes the vcores that its NodeManager offers.")
          .withDefault(OptionalDouble.empty());

  /**
   * Reads a job's configuration.
   *
   * @throws IllegalArgumentException with a sentence for the user, if a value is not valid
   */
  public static CostModel of(Configuration conf) {
    return new CostModel(
        START.get(conf::get).toMillis() / 1000.0,
        LOCAL.get(conf::get),
        REMOTE.get(conf::get),
        PROCESSORS.get(conf::get));
  }

  /**
   * Returns the type of a rate, in bytes per second.
   *
   * @param allowed says in an error what a value may be
   */
  public static ConfigType<Long> rate(String allowed) {
    return ConfigType.size(0, Long.MAX_VALUE).where(rate -> rate >= 1, allowed);
  }

  private static OptionalDouble parse(String text) {
    if (text.equals(AUTO)) {
      return OptionalDouble.empty();
    }
    double processors = Double.parseDouble(text);
    if (!(processors > 0 && processors <= MOST_PROCESSORS)) {
      throw new IllegalArgumentException(text + " is no number of processors");
    }
    return OptionalDouble.of(processors);
  }

  private static String print(OptionalDouble processors) {
    return processors.isPresent() ? Double.toString(processors.getAsDouble()) : AUTO;
  }

  /** Returns seconds of a processor that a task takes for so many bytes of its own host. */
  public double taskSeconds(double bytes) {
    return startSeconds + bytes / localRate;
  }

  /** Returns seconds that come on top if the bytes are another host's. */
  public double remoteSeconds(double bytes) {
    return bytes / remoteRate;
  }
}
