package io.situ.hdfs.datanode;

import io.situ.hdfs.wire.SharedSecret;
import java.util.HashMap;
import java.util.Map;

/**
 * The proofs of the requests of the last minutes: each is good for one request. Older ones need not
 * be remembered, because their time is refused. Safe for use by many threads.
 */
final class SeenProofs {

  private final Map<String, Long> times = new HashMap<>();

  /**
   * Whether a proof comes for the first time.
   *
   * @param time the request's, milliseconds since 1970-01-01T00:00Z
   */
  synchronized boolean isFirst(String proof, long time, long now) {
    times.values().removeIf(seen -> seen < now - SharedSecret.WINDOW);
    return times.putIfAbsent(proof, time) == null;
  }
}
