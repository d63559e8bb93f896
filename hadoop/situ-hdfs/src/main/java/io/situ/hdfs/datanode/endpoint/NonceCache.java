// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import io.situ.hdfs.wire.LinkProtocol;
import java.util.HashMap;
import java.util.Map;

/**
 * The nonces of the requests of the last minutes: each is good for one request. Older ones need not
 * be remembered, because their time is refused. Takes bounded memory. Thread-safe.
 */
final class NonceCache {

  /** What is known of a nonce. */
  enum Answer {
    FIRST,
    AGAIN,
    /** It cannot be remembered now. */
    FULL
  }

  private static final int MAX_NONCES = 100_000;

  /** So many new ones until those that are too old are looked for. */
  private static final int SWEEP = 1_000;

  private final Map<String, Long> times = new HashMap<>();
  private int taken;

  /**
   * Remembers a nonce.
   *
   * @param time the request's, milliseconds since 1970-01-01T00:00Z
   */
  synchronized Answer register(String nonce, long time, long now) {
    if (++taken % SWEEP == 0 || times.size() >= MAX_NONCES) {
      times.values().removeIf(seen -> seen < now - LinkProtocol.MAX_CLOCK_SKEW);
    }
    if (times.containsKey(nonce)) {
      return Answer.AGAIN;
    }
    if (times.size() >= MAX_NONCES) {
      return Answer.FULL;
    }
    times.put(nonce, time);
    return Answer.FIRST;
  }
}
