package io.situ.bench;

import io.situ.testbed.HostBytes;
import io.situ.testbed.Testbed;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Looks at the counters of the hosts' cables several times a second until it is closed. */
final class Cables implements AutoCloseable {

  private static final long EVERY_MILLIS = 200;

  private final Testbed testbed;
  private final ConcurrentSkipListMap<Long, Long> seen = new ConcurrentSkipListMap<>();
  private final Thread watcher = new Thread(this::watch, "cables");

  Cables(Testbed testbed) {
    this.testbed = testbed;
    look();
    watcher.setDaemon(true);
    watcher.start();
  }

  private void look() {
    long received = testbed.bytes().values().stream().mapToLong(HostBytes::received).sum();
    seen.put(System.currentTimeMillis(), received);
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        look();
      }
    } catch (InterruptedException e) {
      look();
    }
  }

  /** Bytes that all hosts received between two moments, milliseconds since 1970. */
  long between(long from, long to) {
    TreeMap<Long, Long> all = new TreeMap<>(seen);
    Map.Entry<Long, Long> first = all.floorEntry(from);
    Map.Entry<Long, Long> last = all.ceilingEntry(to);
    return (last == null ? all.lastEntry() : last).getValue()
        - (first == null ? all.firstEntry() : first).getValue();
  }

  @Override
  public void close() throws InterruptedException {
    watcher.interrupt();
    watcher.join();
  }
}
