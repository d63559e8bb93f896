// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

/**
 * How long ago a lease was renewed, by the clock that is ahead: the one of Java does not count
 * while a machine is suspended, the one of the day may be set back. Thread-safe.
 */
final class LeaseClock {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private volatile Reading renewed;

  /**
   * @param before the moment right before the lease was asked for
   */
  LeaseClock(Reading before) {
    this.renewed = before;
  }

  /** Both clocks at one moment. */
  record Reading(long nanos, long millis) {}

  static Reading now() {
    return new Reading(System.nanoTime(), System.currentTimeMillis());
  }

  /**
   * @param before the moment right before the renewal was sent
   */
  void set(Reading before) {
    renewed = before;
  }

  long elapsedMillis() {
    Reading last = renewed;
    Reading now = now();
    return Math.max((now.nanos - last.nanos) / NANOS_PER_MILLI, now.millis - last.millis);
  }
}
