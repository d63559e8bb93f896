// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import io.situ.storage.util.Backoff;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Reads again what could not be read: another host's file may be visible a little later than its
 * driver reports it. What was read and is damaged is read once more. Thread-safe.
 *
 * @param waitMillis how long a file may be missing or too short
 */
public record Rereading(long waitMillis) {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  /** Reads. */
  @FunctionalInterface
  interface Read<T> {
    T read() throws BadShuffleOutputException;
  }

  /**
   * Returns what is read, again after a failure.
   *
   * @throws BadShuffleOutputException the last failure
   */
  <T> T again(BadShuffleOutputException failure, Read<T> read)
      throws BadShuffleOutputException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    Backoff backoff = new Backoff(Integer.MAX_VALUE, FIRST_PAUSE, MAX_PAUSE);
    boolean damaged = failure.isDamaged();
    while (true) {
      if (!damaged) {
        backoff.pause();
      }
      try {
        return read.read();
      } catch (BadShuffleOutputException e) {
        if (damaged && e.isDamaged() || System.nanoTime() - end >= 0) {
          throw e;
        }
        damaged = e.isDamaged();
      }
    }
  }
}
