package io.situ.driver.ceph;

import io.situ.storage.Replica;
import io.situ.storage.diagnostics.Notices;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The cluster's map, asked for again when it grows old. Safe for use by many threads. */
final class ClusterMaps {

  /**
   * @param map what was learnt last, perhaps long ago where the cluster does not answer
   */
  private record Known(Optional<ClusterMap> map, long at) {}

  private final MapSource source;
  private final Function<String, Replica> hosts;
  private final Readers readers;
  private final long interval;
  private final Notices notices;
  private volatile Known known;

  /**
   * @param interval nanoseconds for which a map is used
   */
  ClusterMaps(
      MapSource source,
      Function<String, Replica> hosts,
      Readers readers,
      long interval,
      Notices notices) {
    this.source = source;
    this.hosts = hosts;
    this.readers = readers;
    this.interval = interval;
    this.notices = notices;
  }

  /** Empty where the cluster never told. */
  Optional<ClusterMap> get() {
    Known now = known;
    if (now == null || System.nanoTime() - now.at() > interval) {
      now = refresh(now);
    }
    return now.map();
  }

  private synchronized Known refresh(Known old) {
    if (known == old) {
      Optional<ClusterMap> map = read().or(() -> old == null ? Optional.empty() : old.map());
      known = new Known(map, System.nanoTime());
    }
    return known;
  }

  private Optional<ClusterMap> read() {
    try {
      List<String> answers = source.ask();
      return Optional.of(
          ClusterMap.parse(answers.get(0), answers.get(1), answers.get(2), hosts, readers));
    } catch (IOException | IllegalArgumentException e) {
      unknown(e.getMessage());
      return Optional.empty();
    }
  }

  /** Tells that nobody says who holds bytes. */
  void unknown(String why) {
    notices.fault("who holds which bytes of Ceph cannot be told, and tasks run anywhere", why);
  }
}
