// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.util.concurrent.TimeUnit;

/**
 * Reads again what could not be read: another host's file may be visible a little later than its
 * driver reports it. What was read and is damaged is read once more. Thread-safe.
 *
 * @param waitMillis how long a file may be missing or too short
 */
public record Rereading(long waitMillis) {

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long MAX_PAUSE_MILLIS = 1_000;

  /** Reads. */
  @FunctionalInterface
  interface Read<T> {
    T read() throws BadMapOutputException;
  }

  /**
   * Returns what is read, again after a failure.
   *
   * @throws BadMapOutputException the last failure
   */
  <T> T again(BadMapOutputException failure, Read<T> read)
      throws BadMapOutputException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    long pause = FIRST_PAUSE_MILLIS;
    boolean damaged = failure.isDamaged();
    while (true) {
      if (!damaged) {
        Thread.sleep(pause);
        pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
      }
      try {
        return read.read();
      } catch (BadMapOutputException e) {
        if (damaged && e.isDamaged() || System.nanoTime() - end >= 0) {
          throw e;
        }
        damaged = e.isDamaged();
      }
    }
  }
}
