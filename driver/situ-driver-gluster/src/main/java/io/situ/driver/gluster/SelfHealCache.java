// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The latest word on what waits for healing. Who comes while another refreshes it gets the previous
 * value; only the first one is waited for by all. Thread-safe.
 */
final class SelfHealCache {

  private record Answer(Optional<SelfHealState> state, long at) {}

  private final Function<String, Optional<SelfHealState>> query;
  private final long interval;
  private final LongSupplier nanos;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile Answer latest;

  SelfHealCache(SelfHealSource source) {
    this(source::query, source.interval(), System::nanoTime);
  }

  /**
   * @param query returns what waits for healing on a volume
   * @param interval how long an answer is used, in nanoseconds
   * @param nanos a clock, in nanoseconds
   */
  SelfHealCache(
      Function<String, Optional<SelfHealState>> query, long interval, LongSupplier nanos) {
    this.query = query;
    this.interval = interval;
    this.nanos = nanos;
  }

  /** Empty where nothing can be learnt. */
  Optional<SelfHealState> state(String volume) {
    Answer answer = latest;
    if (isFresh(answer)) {
      return answer.state();
    }
    if (answer == null) {
      asking.lock();
    } else if (!asking.tryLock()) {
      return answer.state();
    }
    try {
      if (!isFresh(latest)) {
        latest = new Answer(query.apply(volume), nanos.getAsLong());
      }
      return latest.state();
    } finally {
      asking.unlock();
    }
  }

  private boolean isFresh(Answer answer) {
    return answer != null && nanos.getAsLong() - answer.at() < interval;
  }
}
