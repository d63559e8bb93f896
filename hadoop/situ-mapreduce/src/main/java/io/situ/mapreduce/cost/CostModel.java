// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

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

  /** How long a task takes to its first record. */
  public static final String START = "situ.mapreduce.cost.start";

  /** Bytes per second that a task gets through. */
  public static final String LOCAL = "situ.mapreduce.cost.local";

  /** Bytes per second from another host. */
  public static final String REMOTE = "situ.mapreduce.cost.remote";

  /** How many tasks a host really runs at once. */
  public static final String PROCESSORS = "situ.mapreduce.cost.processors";

  /** What {@link #START} is by default. */
  public static final String DEFAULT_START = "5s";

  /** What {@link #LOCAL} is by default. */
  public static final String DEFAULT_LOCAL = "16m";

  /** What {@link #REMOTE} is by default. */
  public static final String DEFAULT_REMOTE = "100m";

  /** What {@link #PROCESSORS} is by default. */
  public static final String DEFAULT_PROCESSORS = "auto";

  private static final double MOST_PROCESSORS = 100_000;

  /**
   * Reads a job's configuration.
   *
   * @throws IllegalArgumentException with a sentence for the user, if a value is not valid
   */
  public static CostModel of(Configuration conf) {
    String processors = conf.getTrimmed(PROCESSORS, DEFAULT_PROCESSORS);
    return new CostModel(
        value(conf, START, DEFAULT_START, "a time such as 5s", t -> seconds(conf, t), v -> v >= 0),
        value(
            conf,
            LOCAL,
            DEFAULT_LOCAL,
            "bytes per second such as 16m",
            CostModel::bytes,
            v -> v >= 1),
        value(
            conf,
            REMOTE,
            DEFAULT_REMOTE,
            "bytes per second such as 100m",
            CostModel::bytes,
            v -> v >= 1),
        processors.equals(DEFAULT_PROCESSORS)
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                value(
                    conf,
                    PROCESSORS,
                    DEFAULT_PROCESSORS,
                    "auto or a number above 0 such as 1.5",
                    Double::parseDouble,
                    v -> v > 0 && v <= MOST_PROCESSORS)));
  }

  @FunctionalInterface
  private interface Parser {
    double parse(String text);
  }

  private static double value(
      Configuration conf,
      String key,
      String fallback,
      String form,
      Parser parser,
      DoublePredicate good) {
    String text = conf.getTrimmed(key, fallback);
    try {
      double value = parser.parse(text);
      if (good.test(value)) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      // said below, with the key
    }
    throw new IllegalArgumentException(key + " is '" + text + "'; it must be " + form);
  }

  private static double seconds(Configuration conf, String text) {
    return conf.getTimeDurationHelper(START, text, TimeUnit.MILLISECONDS) / 1000.0;
  }

  private static double bytes(String text) {
    return TraditionalBinaryPrefix.string2long(text);
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
