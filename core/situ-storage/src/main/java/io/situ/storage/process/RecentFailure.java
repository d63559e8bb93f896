// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import java.time.Duration;
import java.util.Optional;

/**
 * Why something failed a short while ago, so that it is not tried again for each file. Thread-safe.
 */
public final class RecentFailure {

  private record Failure(String reason, long at) {}

  private final long interval;
  private volatile Failure last;

  /**
   * @param interval how long a failure counts
   */
  public RecentFailure(Duration interval) {
    this.interval = interval.toNanos();
  }

  /** Remembers a failure of this moment. */
  public void set(String reason) {
    last = new Failure(reason, System.nanoTime());
  }

  /** Returns why it failed, as a clause; empty if that is too long ago, or never happened. */
  public Optional<String> reason() {
    Failure failure = last;
    return failure == null || System.nanoTime() - failure.at > interval
        ? Optional.empty()
        : Optional.of(failure.reason + "; it is not asked again for a while");
  }
}
