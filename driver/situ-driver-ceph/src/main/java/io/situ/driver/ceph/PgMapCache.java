// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.storage.Replica;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The cluster's map, asked for again when it grows old. Thread-safe. */
final class PgMapCache {

  private final PgMapSource source;
  private final Function<String, Replica> hosts;
  private final ReplicaReadPolicy readers;
  private final StoreWarnings notices;
  private final CachedValue<Optional<PgMap>> map;

  /**
   * @param interval nanoseconds for which a map is used
   */
  PgMapCache(
      PgMapSource source,
      Function<String, Replica> hosts,
      ReplicaReadPolicy readers,
      long interval,
      StoreWarnings notices) {
    this.source = source;
    this.hosts = hosts;
    this.readers = readers;
    this.notices = notices;
    this.map = new CachedValue<>(Optional.empty(), Duration.ofNanos(interval), this::read);
  }

  /** Empty where the cluster never reported. */
  Optional<PgMap> get() {
    return map.get();
  }

  private Optional<PgMap> read(Optional<PgMap> old) {
    try {
      List<String> answers = source.fetch();
      return Optional.of(
          PgMap.parse(answers.get(0), answers.get(1), answers.get(2), hosts, readers));
    } catch (IOException | IllegalArgumentException e) {
      unknown(e.getMessage());
      return old;
    }
  }

  /** Reports that of a file only the place of its first pieces is reported. */
  void manyPieces(StorePath file) {
    notices.manyPieces(file.toString());
  }

  /** Warns that no placement is known. */
  void unknown(String why) {
    notices.fault("no placement of Ceph is known, and tasks run anywhere", why);
  }
}
