// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.time.Instant;
import java.util.Objects;

/**
 * The times of an object of which at least one is before 1677 or after 2262, where nanoseconds
 * since 1970 do not fit a long.
 */
public record WideTimestamps(Instant modified, Instant accessed, Instant changed) {

  private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000_000_000L;

  public WideTimestamps {
    Objects.requireNonNull(modified, "modified");
    Objects.requireNonNull(accessed, "accessed");
    Objects.requireNonNull(changed, "changed");
  }

  /** Returns whether a time is one of those. */
  public static boolean isFar(long seconds) {
    return seconds >= MAX_SECONDS || seconds <= -MAX_SECONDS;
  }

  /** Returns nanoseconds since 1970, or the nearest long. */
  public static long nanos(Instant time) {
    return nanos(time.getEpochSecond(), time.getNano());
  }

  /** Returns nanoseconds since 1970, or the nearest long. */
  public static long nanos(long seconds, int nanos) {
    if (isFar(seconds)) {
      return seconds > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
    return seconds * 1_000_000_000L + nanos;
  }

  /** Returns a time, or the nearest that an {@link Instant} holds. */
  public static Instant instant(long seconds, int nanos) {
    if (seconds > Instant.MAX.getEpochSecond()) {
      return Instant.MAX;
    }
    return seconds < Instant.MIN.getEpochSecond()
        ? Instant.MIN
        : Instant.ofEpochSecond(seconds, nanos);
  }
}
