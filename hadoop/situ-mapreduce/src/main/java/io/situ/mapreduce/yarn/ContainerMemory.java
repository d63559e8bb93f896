// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.UnitsConversionUtil;

/**
 * How much memory YARN gives a container, as far as a client's configuration says: at least the
 * minimum allocation, and a whole number of steps. Thread-safe.
 *
 * @param least megabytes
 * @param step megabytes
 */
public record ContainerMemory(long least, long step) {

  private static final String FAIR = "FairScheduler";
  private static final String FAIR_STEP = "yarn.resource-types.memory-mb.increment-allocation";
  private static final String OLD_FAIR_STEP = "yarn.scheduler.increment-allocation-mb";
  private static final int DEFAULT_FAIR_STEP = 1024;

  private static final String MEGABYTES = "Mi";

  /** As the fair scheduler reads it. */
  private static final Pattern VALUE = Pattern.compile("([0-9]+) ?([a-zA-Z]*)");

  public ContainerMemory {
    least = Math.max(1, least);
    step = Math.max(1, step);
  }

  /** The fair scheduler has a step of its own; for others that is the minimum allocation. */
  public static ContainerMemory of(Configuration conf) {
    int least =
        conf.getInt(
            YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB);
    boolean fair = conf.getTrimmed(YarnConfiguration.RM_SCHEDULER, "").endsWith(FAIR);
    return new ContainerMemory(least, fair ? fairStep(conf) : least);
  }

  /**
   * The newer key's value may have a unit, and is megabytes without. A ResourceManager does not
   * start with one that has another form or unit.
   */
  private static long fairStep(Configuration conf) {
    return Optional.ofNullable(conf.get(FAIR_STEP))
        .flatMap(ContainerMemory::megabytes)
        .orElseGet(() -> (long) conf.getInt(OLD_FAIR_STEP, DEFAULT_FAIR_STEP));
  }

  private static Optional<Long> megabytes(String value) {
    Matcher parts = VALUE.matcher(value);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      long number = Long.parseLong(parts.group(1));
      String unit = parts.group(2);
      return Optional.of(
          unit.isEmpty() ? number : UnitsConversionUtil.convert(unit, MEGABYTES, number));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the megabytes of a container for which so many are asked. */
  public long granted(long megabytes) {
    long asked = Math.max(least, megabytes);
    return (asked + step - 1) / step * step;
  }
}
