// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * How long an answer of a cluster is used: seconds, where it does not have all that is asked for,
 * and longer each time that it still does not. Thread-safe.
 */
final class AnswerLifetime {

  /** When the cluster is asked again first that does not know all yet; then after twice as long. */
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

  /** What the cluster does not know for so long it may never know. */
  private static final Duration LASTING = Duration.ofMinutes(1);

  private final Duration interval;
  private final LongSupplier nanos;
  private Duration retry = FIRST_RETRY;

  /** What the last answer did not have. */
  private Set<String> missing = Set.of();

  /** When the first answer came since which none had all of it. */
  private long since;

  /**
   * @param interval for which a complete answer is used
   * @param nanos a clock, in nanoseconds
   */
  AnswerLifetime(Duration interval, LongSupplier nanos) {
    this.interval = interval;
    this.nanos = nanos;
  }

  Duration interval() {
    return interval;
  }

  /** Returns how long the last answer is used. */
  synchronized Duration limit(boolean complete) {
    return complete || retry.compareTo(interval) > 0 ? interval : retry;
  }

  /**
   * Notes an answer.
   *
   * @param missing names what is asked for and it does not have
   * @param unchanged for how long the cluster had not changed its map by then, as far as it says
   *     so: only after a change there are groups that it will know soon
   * @return whether it may be used elsewhere too: it is complete, or will not be soon
   */
  synchronized boolean isLasting(Set<String> missing, Duration unchanged) {
    long now = nanos.getAsLong();
    if (missing.isEmpty() || !this.missing.containsAll(missing)) {
      retry = FIRST_RETRY;
      since = now;
    } else if (retry.compareTo(LASTING) < 0) {
      retry = retry.multipliedBy(2);
    }
    this.missing = missing;
    return missing.isEmpty()
        || unchanged.compareTo(LASTING) >= 0
        || now - since >= LASTING.toNanos();
  }
}
