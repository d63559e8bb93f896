// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Sizes and durations as text: a number and a unit. */
final class ConfigUnits {

  /** The longest duration, which milliseconds in a {@code long} can still count. */
  static final Duration MAX_DURATION = Duration.ofMillis(Long.MAX_VALUE);

  private static final String SIZES = "kmgtpe";
  private static final int STEP = 10;

  /** Longest first. The first of several names of a unit is the one that is printed. */
  private static final Map<String, ChronoUnit> DURATIONS = new LinkedHashMap<>();

  static {
    DURATIONS.put("d", ChronoUnit.DAYS);
    DURATIONS.put("h", ChronoUnit.HOURS);
    DURATIONS.put("m", ChronoUnit.MINUTES);
    DURATIONS.put("min", ChronoUnit.MINUTES);
    DURATIONS.put("s", ChronoUnit.SECONDS);
    DURATIONS.put("ms", ChronoUnit.MILLIS);
    DURATIONS.put("us", ChronoUnit.MICROS);
    DURATIONS.put("ns", ChronoUnit.NANOS);
  }

  private ConfigUnits() {}

  /**
   * @throws IllegalArgumentException if it is no size, or does not fit into a {@code long}
   */
  static long parseSize(String text) {
    int last = text.length() - 1;
    int unit = last < 0 ? -1 : SIZES.indexOf(Character.toLowerCase(text.charAt(last)));
    long number = Long.parseLong(unit < 0 ? text : text.substring(0, last));
    try {
      return Math.multiplyExact(number, 1L << (STEP * (unit + 1)));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text + " is more than 64 bits hold", e);
    }
  }

  static String printSize(long bytes) {
    int unit = bytes == 0 ? 0 : Math.min(Long.numberOfTrailingZeros(bytes) / STEP, SIZES.length());
    return unit == 0
        ? Long.toString(bytes)
        : (bytes >> (STEP * unit)) + SIZES.substring(unit - 1, unit);
  }

  /**
   * What is longer than {@link #MAX_DURATION} is taken for that.
   *
   * @param alone the unit of a number without one
   * @throws IllegalArgumentException if it is no duration
   */
  static Duration parseDuration(String text, ChronoUnit alone) {
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    String name = text.substring(end).toLowerCase(Locale.ROOT);
    ChronoUnit unit = name.isEmpty() ? alone : DURATIONS.get(name);
    if (unit == null) {
      throw new IllegalArgumentException("no unit of time is called " + name);
    }
    long number = Long.parseLong(text.substring(0, end));
    try {
      Duration duration = Duration.of(number, unit);
      return duration.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : duration;
    } catch (ArithmeticException | DateTimeException e) {
      if (number > 0) {
        return MAX_DURATION;
      }
      throw new IllegalArgumentException(text + " is before all time", e);
    }
  }

  static String printDuration(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    for (Map.Entry<String, ChronoUnit> unit : DURATIONS.entrySet()) {
      Duration one = unit.getValue().getDuration();
      long count = duration.dividedBy(one);
      if (one.multipliedBy(count).equals(duration)) {
        return count + unit.getKey();
      }
    }
    throw new IllegalArgumentException("a duration of " + duration);
  }
}
