// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Pauses between tries of something that may succeed later, each twice as long as the one before.
 * Not thread-safe: made for one series of tries.
 */
public final class Backoff {

  private final int maxPauses;
  private final long longest;
  private final Sleeper sleeper;
  private int pauses;
  private long next;

  /** Waits, to be replaced in tests. */
  @FunctionalInterface
  interface Sleeper {
    void sleep(long nanos) throws InterruptedException;
  }

  /**
   * Creates the pauses of one series.
   *
   * @param maxPauses how many there are at most, at least 0
   * @param first how long the first one is, more than nothing
   * @param longest how long one is at most
   */
  public Backoff(int maxPauses, Duration first, Duration longest) {
    this(maxPauses, first, longest, TimeUnit.NANOSECONDS::sleep);
  }

  Backoff(int maxPauses, Duration first, Duration longest, Sleeper sleeper) {
    if (maxPauses < 0 || first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "no such pauses: " + maxPauses + ", " + first + ", " + longest);
    }
    this.maxPauses = maxPauses;
    this.next = first.toNanos();
    this.longest = longest.toNanos();
    this.sleeper = sleeper;
  }

  /**
   * Waits for the next pause.
   *
   * @return false, without waiting, if there were as many as there may be
   * @throws InterruptedException if the thread is interrupted; its flag is cleared then
   */
  public boolean pause() throws InterruptedException {
    if (pauses == maxPauses) {
      return false;
    }
    sleeper.sleep(next);
    pauses++;
    next = next > longest / 2 ? longest : next * 2;
    return true;
  }
}
