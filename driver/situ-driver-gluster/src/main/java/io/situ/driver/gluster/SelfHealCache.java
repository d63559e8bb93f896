// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The latest word on what waits for healing. Who comes while another refreshes it gets the previous
 * value; only the first one is waited for by all. Thread-safe.
 */
final class SelfHealCache {

  private record Answer(Optional<SelfHealState> state, long at) {}

  private final SelfHealSource source;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile Answer latest;

  SelfHealCache(SelfHealSource source) {
    this.source = source;
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
        latest = new Answer(source.query(volume), System.nanoTime());
      }
      return latest.state();
    } finally {
      asking.unlock();
    }
  }

  private boolean isFresh(Answer answer) {
    return answer != null && System.nanoTime() - answer.at() < source.interval();
  }
}
