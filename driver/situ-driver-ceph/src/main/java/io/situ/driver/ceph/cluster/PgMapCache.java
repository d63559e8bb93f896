// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster's map, asked for again when it grows old. The answer that came with a job is used as
 * long as it is young enough, and the cluster is not asked meanwhile. Thread-safe.
 */
public final class PgMapCache {

  private static final int MAX_SECONDS = 999_999;

  public static final ConfigKey<Path> HOSTS_FILE =
      HostMapping.key(
          "File that says which host the engines mean by a host of CRUSH: one line per host,"
              + " CRUSH host, tab, engine host, and if wanted tab and rack.");

  public static final ConfigKey<Duration> MAP_INTERVAL =
      ConfigKey.of(
              "map.interval",
              interval(),
              "How long one answer of the cluster about its placement groups is used.")
          .withDefault(Duration.ofMinutes(1));

  public static final ConfigKey<Duration> JOB_MAP_INTERVAL =
      ConfigKey.of(
              "map.job.interval",
              interval(),
              "How long after the cluster's answer tasks use the one that came with their job, before"
                  + " they ask the cluster themselves.")
          .withDefault(Duration.ofMinutes(10));

  /** What a manager does not know that is not ready; no pool is called so. */
  private static final Set<String> ALL = Set.of("");

  private static final Logger LOG = LoggerFactory.getLogger(PgMapCache.class);

  private final PgMapSource source;
  private final JobTable table;
  private final Function<String, Replica> hosts;
  private final ReplicaReadPolicy readers;
  private final AnswerLifetime lifetime;
  private final StoreWarnings notices;
  private final CachedValue<Optional<PgMap>> map;

  /** The pools that were asked for, by name or by number. */
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  /**
   * Whether the last answer has all that is asked for, or nothing better is to be expected soon.
   */
  private volatile BooleanSupplier complete = () -> false;

  private volatile Supplier<Optional<PlacementTables.Table>> latest = Optional::empty;

  /**
   * The cluster among the answers that come with a job.
   *
   * @param tables those of this process's job, which hand this cluster's on
   * @param cluster how they name it
   * @param longest how long after the cluster's answer it is used
   */
  record JobTable(PlacementTables tables, String cluster, Duration longest) {

    Optional<PlacementTables.Table> find() {
      return tables
          .find(cluster)
          .filter(table -> Duration.between(table.taken(), Instant.now()).compareTo(longest) < 0);
    }
  }

  /**
   * @param lifetime for which a map is used
   */
  PgMapCache(
      PgMapSource source,
      JobTable table,
      Function<String, Replica> hosts,
      ReplicaReadPolicy readers,
      AnswerLifetime lifetime,
      StoreWarnings notices) {
    this.source = source;
    this.table = table;
    this.hosts = hosts;
    this.readers = readers;
    this.lifetime = lifetime;
    this.notices = notices;
    table.tables().register(table.cluster(), this::latest);
    this.map = new CachedValue<>(Optional.empty(), lifetime.interval(), this::read);
  }

  /**
   * Returns a cluster's map, with hosts as the keys for them say.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} for a value that such a key cannot have
   */
  public static PgMapCache open(CephClusterConfig cluster, StoreConfig config)
      throws StoreException {
    HostMapping names = HostMapping.read(config);
    return new PgMapCache(
        new CephCliPgMapSource(cluster),
        new JobTable(config.tables(), cluster.tableName(), config.get(JOB_MAP_INTERVAL)),
        host -> names.find(host).orElseGet(() -> HostMapping.Host.of(host)).replica(),
        config.get(ReplicaReadPolicy.KEY),
        new AnswerLifetime(config.get(MAP_INTERVAL), System::nanoTime),
        config.notices());
  }

  private static ConfigType<Duration> interval() {
    return ConfigType.duration(
        ChronoUnit.SECONDS, Duration.ofSeconds(1), Duration.ofSeconds(MAX_SECONDS));
  }

  /** Empty where the cluster never reported. */
  public Optional<PgMap> get() {
    return map.get(lifetime.limit(complete.getAsBoolean()));
  }

  /**
   * As {@link #get()}, where a pool is asked for: if it is not known, or not all of its placement
   * groups, the cluster is asked again soon. Of pools that were never asked for nothing has to be
   * known.
   *
   * @param pool name or number
   */
  public Optional<PgMap> get(String pool) {
    asked.add(pool);
    return get();
  }

  private Optional<PlacementTables.Table> latest() {
    get();
    return latest.get();
  }

  private Optional<PgMap> read(Optional<PgMap> old) {
    Optional<PgMap> given = ofJob();
    if (given.isPresent()) {
      complete = () -> true;
      return given;
    }
    return ofCluster(old);
  }

  private Optional<PgMap> ofJob() {
    Optional<PlacementTables.Table> found = table.find();
    try {
      Optional<PgMap> read =
          found.map(given -> parse(PgMapTable.answers(given.content()), Optional.empty()));
      if (found.isPresent()) {
        latest = () -> found;
      }
      return read;
    } catch (IllegalArgumentException e) {
      LOG.warn("the placement that came with the job is not understood: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private PgMap parse(List<String> answers, Optional<PgMap> old) {
    return PgMap.parse(answers, hosts, readers, old);
  }

  private Optional<PgMap> ofCluster(Optional<PgMap> old) {
    List<String> answers;
    try {
      answers = source.fetch();
    } catch (IOException e) {
      // It may have taken long, and is not to hold up soon again who asks.
      complete = () -> true;
      return failed(e.getMessage(), old);
    }
    try {
      PgMap read = parse(answers, old);
      handOn(read, answers);
      complete = () -> read.missing(asked).isEmpty();
      return Optional.of(read);
    } catch (IllegalArgumentException e) {
      lifetime.isLasting(ALL, Duration.ZERO);
      complete = () -> false;
      return failed(e.getMessage(), old);
    }
  }

  /** Hands an answer on in place of the one before, unless more of it is to come soon. */
  private void handOn(PgMap read, List<String> answers) {
    Instant taken = Instant.now();
    Set<String> missing = read.missing(asked);
    Duration unchanged =
        read.changed().map(changed -> Duration.between(changed, taken)).orElse(Duration.ZERO);
    if (lifetime.isLasting(missing, unchanged)) {
      latest =
          () ->
              // Further pools may have been asked for by then.
              missing.containsAll(read.missing(asked))
                  ? Optional.of(new PlacementTables.Table(PgMapTable.of(answers), taken))
                  : Optional.empty();
    }
  }

  private Optional<PgMap> failed(String why, Optional<PgMap> old) {
    if (old.isPresent()) {
      notices.fault("Ceph does not report its placement, and what it reported before is used", why);
    } else {
      unknown(why);
    }
    return old;
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
