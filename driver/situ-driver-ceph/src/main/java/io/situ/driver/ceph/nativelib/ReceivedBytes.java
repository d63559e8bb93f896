// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import io.situ.driver.ceph.nativelib.TcpConnections.Connection;
import java.util.Map;

/**
 * Divides the bytes that this process received over connections within its host among reads. Each
 * byte counts for one read only, so that reads at the same time together never claim more than was
 * received. Thread-safe.
 */
final class ReceivedBytes {

  private static final ReceivedBytes OF_PROCESS = new ReceivedBytes();

  private final TcpConnections connections = new TcpConnections();
  private Map<Connection, Long> last = Map.of();
  private long unclaimed;
  private int reads;

  private ReceivedBytes() {}

  static ReceivedBytes ofProcess() {
    return OF_PROCESS;
  }

  /**
   * A read begins, which {@link #end} ends. What came before the first of several is not theirs.
   */
  synchronized void begin() {
    if (reads++ == 0) {
      update();
      unclaimed = 0;
    }
  }

  /**
   * A read ends.
   *
   * @param count how many bytes it got, at least 0
   * @return how many of them came from this host
   */
  synchronized int end(int count) {
    reads--;
    if (count == 0) {
      return 0;
    }
    update();
    int claimed = (int) Math.min(count, unclaimed);
    unclaimed -= claimed;
    return claimed;
  }

  private void update() {
    Map<Connection, Long> now = connections.receivedWithinHost();
    now.forEach(
        (connection, bytes) -> unclaimed += Math.max(0, bytes - last.getOrDefault(connection, 0L)));
    last = now;
  }
}
