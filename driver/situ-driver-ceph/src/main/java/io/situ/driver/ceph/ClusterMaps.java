// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.storage.Replica;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.Notices;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The cluster's map, asked for again when it grows old. Safe for use by many threads. */
final class ClusterMaps {

  private final MapSource source;
  private final Function<String, Replica> hosts;
  private final Readers readers;
  private final Notices notices;
  private final CachedValue<Optional<ClusterMap>> map;

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
    this.notices = notices;
    this.map = new CachedValue<>(Optional.empty(), Duration.ofNanos(interval), this::read);
  }

  /** Empty where the cluster never told. */
  Optional<ClusterMap> get() {
    return map.get();
  }

  private Optional<ClusterMap> read(Optional<ClusterMap> old) {
    try {
      List<String> answers = source.ask();
      return Optional.of(
          ClusterMap.parse(answers.get(0), answers.get(1), answers.get(2), hosts, readers));
    } catch (IOException | IllegalArgumentException e) {
      unknown(e.getMessage());
      return old;
    }
  }

  /** Tells that of a file only the place of its first pieces is told. */
  void manyPieces(StorePath file) {
    notices.manyPieces(file.toString());
  }

  /** Tells that nobody says who holds bytes. */
  void unknown(String why) {
    notices.fault("who holds which bytes of Ceph cannot be told, and tasks run anywhere", why);
  }
}
