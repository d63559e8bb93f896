// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The cluster's map, asked for again when it grows old. Thread-safe. */
public final class PgMapCache {

  public static final StoreConfig.Key HOSTS_FILE =
      new StoreConfig.Key(
          "hosts.file",
          Optional.empty(),
          "File that says which host the engines mean by a host of CRUSH: one line per host,"
              + " CRUSH host, tab, engine host, and if wanted tab and rack.");

  public static final StoreConfig.Key MAP_INTERVAL =
      new StoreConfig.Key(
          "map.interval",
          Optional.of("60"),
          "Seconds for which one answer of the cluster about its placement groups is used.");

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

  /**
   * Returns a cluster's map, with hosts as the keys for them say.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} for a value that such a key cannot have
   */
  public static PgMapCache open(CephClusterConfig cluster, StoreConfig config)
      throws StoreException {
    HostMapping names = HostMapping.read(config, HOSTS_FILE);
    return new PgMapCache(
        new CephCliPgMapSource(cluster),
        host -> names.find(host).orElseGet(() -> HostMapping.Host.of(host)).replica(),
        ReplicaReadPolicy.of(config),
        interval(config),
        config.notices());
  }

  private static long interval(StoreConfig config) throws StoreException {
    String seconds = config.require(MAP_INTERVAL);
    if (!seconds.matches("[1-9][0-9]{0,5}")) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          config.fullName(MAP_INTERVAL.name()) + " is a number of seconds, not '" + seconds + "'");
    }
    return TimeUnit.SECONDS.toNanos(Long.parseLong(seconds));
  }

  /** Empty where the cluster never reported. */
  public Optional<PgMap> get() {
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
  public void manyPieces(StorePath file) {
    notices.manyPieces(file.toString());
  }

  /** Warns that no placement is known. */
  public void unknown(String why) {
    notices.fault("no placement of Ceph is known, and tasks run anywhere", why);
  }
}
