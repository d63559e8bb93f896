package io.situ.driver.ceph;

import io.situ.storage.Replica;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cluster's map, asked for again when it grows old. Safe for use by many threads. */
final class ClusterMaps {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterMaps.class);

  /**
   * @param map what was learnt last, perhaps long ago where the cluster does not answer
   */
  private record Known(Optional<ClusterMap> map, long at) {}

  private final MapSource source;
  private final Function<String, Replica> hosts;
  private final Readers readers;
  private final long interval;
  private volatile Known known;
  private String warned = "";

  /**
   * @param interval nanoseconds for which a map is used
   */
  ClusterMaps(MapSource source, Function<String, Replica> hosts, Readers readers, long interval) {
    this.source = source;
    this.hosts = hosts;
    this.readers = readers;
    this.interval = interval;
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
      warn("who holds which bytes cannot be told: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Logs a sentence, but not twice in a row. */
  synchronized void warn(String sentence) {
    if (!warned.equals(sentence)) {
      warned = sentence;
      LOG.warn("Ceph: {}", sentence);
    }
  }
}
