// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.host.HostBytes;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Looks at the counters of the hosts' network links several times a second until it is closed.
 * Thread-safe.
 */
public final class NetworkSampler implements AutoCloseable {

  private static final long EVERY_MILLIS = 100;

  private final Testbed testbed;
  private final ConcurrentSkipListMap<Long, Long> seen = new ConcurrentSkipListMap<>();
  private final Thread watcher = new Thread(this::watch, "network");

  public NetworkSampler(Testbed testbed) {
    this.testbed = testbed;
    sample();
    watcher.setDaemon(true);
    watcher.start();
  }

  private void sample() {
    long received = testbed.bytes().values().stream().mapToLong(HostBytes::received).sum();
    seen.put(System.currentTimeMillis(), received);
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        sample();
      }
    } catch (InterruptedException e) {
      sample();
    }
  }

  /**
   * Bytes that all hosts received between two moments, milliseconds since 1970: at least those that
   * were seen, at both ends, so that what comes right after is not among them.
   */
  public long within(long from, long to) {
    Map.Entry<Long, Long> first = seen.ceilingEntry(from);
    Map.Entry<Long, Long> last = seen.floorEntry(to);
    return first == null || last == null ? 0 : Math.max(0, last.getValue() - first.getValue());
  }

  /**
   * Bytes that all hosts received between two moments, milliseconds since 1970: no more than those
   * that were seen, at both ends.
   */
  public long around(long from, long to) {
    Map.Entry<Long, Long> first = seen.floorEntry(from);
    Map.Entry<Long, Long> last = seen.ceilingEntry(to);
    return (last == null ? seen.lastEntry() : last).getValue()
        - (first == null ? seen.firstEntry() : first).getValue();
  }

  @Override
  public void close() {
    watcher.interrupt();
    try {
      watcher.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
