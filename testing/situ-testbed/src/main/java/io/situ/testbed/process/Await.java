// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

import java.io.IOException;
import java.time.Duration;

/** Waits for what another process brings about. */
public final class Await {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  private Await() {}

  /** A question whose answer may fail while the other side is not there yet. */
  public interface Condition {
    boolean holds() throws IOException;
  }

  public static void until(String purpose, Condition condition) {
    if (!within(LIMIT, condition)) {
      throw new TestbedException("gave up after " + LIMIT.toSeconds() + " s: could not " + purpose);
    }
  }

  /** Whether the condition came to hold in time. */
  public static boolean within(Duration limit, Condition condition) {
    long end = System.nanoTime() + limit.toNanos();
    long pause = 2;
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        return false;
      }
      pause(pause);
      pause = Math.min(100, pause * 2);
    }
    return true;
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (IOException e) {
      return false;
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while waiting", e);
    }
  }
}
