// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.Replica;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which hosts hold every placement group, as the cluster reported it at one epoch of its map.
 *
 * @param epoch of the OSD map
 * @param cluster its identity, {@code fsid}; empty in answers that came with the job of an earlier
 *     version
 * @param pools by name and by number
 * @param incomplete names and numbers of the pools with groups that the manager did not know: of a
 *     new pool it does not know them for some seconds
 * @param changed when that epoch began, by the clock of the monitors; empty in answers that came
 *     with a job, and of versions that report it without a time zone
 */
public record PgMap(
    int epoch,
    Optional<String> cluster,
    Map<String, Pool> pools,
    Set<String> incomplete,
    Optional<Instant> changed) {

  /** {@code CEPH_STR_HASH_RJENKINS}; no other was ever the default. */
  private static final int RJENKINS = 2;

  /** {@code pg_pool_t::TYPE_REPLICATED}. */
  private static final int REPLICATED = 1;

  /** As versions from 15 on write a time. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSZ", Locale.ROOT);

  /** How well a replica that is not the primary serves reads. */
  private static final double SECOND = 0.5;

  /**
   * Who has whole copies of one group; none where the pool keeps objects in parts.
   *
   * @param usual those that all clients read on their own host
   * @param nearest those that clients read there which ask for the copy on their own host, the
   *     primary first
   */
  record Copies(List<Replica> usual, List<Replica> nearest) {
    static final Copies NONE = new Copies(List.of(), List.of());
  }

  /**
   * The groups of one pool.
   *
   * @param number the pool's
   */
  public record Pool(int number, List<Copies> groups) {

    /** Which hosts hold the object whose name has this hash, for all clients. */
    public List<Replica> holders(int hash) {
      return copies(hash).usual();
    }

    /** The same for clients that ask for the copy on their own host, the primary first. */
    public List<Replica> nearest(int hash) {
      return copies(hash).nearest();
    }

    private Copies copies(int hash) {
      return groups.get(RjenkinsHash.stableMod(hash, groups.size()));
    }

    /** Puts what a map before reports in place of what is not known. */
    private void complete(Optional<PgMap> old) {
      Optional<Pool> before = old.map(map -> map.pools().get(Integer.toString(number)));
      for (int seed = 0; seed < groups.size(); seed++) {
        if (groups.get(seed) == null) {
          int group = seed;
          groups.set(seed, before.map(pool -> pool.copies(group)).orElse(Copies.NONE));
        }
      }
    }
  }

  /**
   * Where an OSD is.
   *
   * @param crush the host, as CRUSH calls it
   * @param host the same as the engines call it
   */
  private record Osd(String crush, Replica host) {

    /** A client asks for copies on the host of CRUSH that has its own host's short name. */
    boolean isFoundByClients() {
      return crush.equalsIgnoreCase(host.host().replaceFirst("\\..*", ""));
    }
  }

  /**
   * Reads the answers to {@link PgMapSource#QUESTIONS}.
   *
   * @param answers in the order of the questions
   * @param hosts the engines' host for a host of CRUSH
   * @param readers which copies are reported
   * @param old the map before: what it reports of a group is taken where the manager does not know
   *     the group yet, and of a group that was split off what it reports of the one before
   * @throws IllegalArgumentException if they are not what Ceph says, or the manager knows none yet
   */
  static PgMap parse(
      List<String> answers,
      Function<String, Replica> hosts,
      ReplicaReadPolicy readers,
      Optional<PgMap> old) {
    Object dump = CephJson.parse(answers.get(0));
    Optional<String> cluster = CephJson.findText(dump, "fsid");
    Map<Integer, Osd> osds = osds(CephJson.parse(answers.get(1)), hosts);
    Map<Integer, Pool> whole = new HashMap<>();
    Map<String, Pool> pools = new HashMap<>();
    for (Object pool : CephJson.list(dump, "pools")) {
      int number = CephJson.number(pool, "pool");
      int size = CephJson.number(pool, "pg_num");
      Pool known = new Pool(number, new ArrayList<>(Collections.nCopies(size, Copies.NONE)));
      pools.put(Integer.toString(number), known);
      pools.put(CephJson.text(pool, "pool_name"), known);
      if (CephJson.number(pool, "type") == REPLICATED
          && CephJson.number(pool, "object_hash") == RJENKINS) {
        whole.put(number, known);
      }
    }
    whole.values().forEach(pool -> Collections.fill(pool.groups(), null));
    fill(whole, CephJson.parse(answers.get(2)), osds, readers);
    Set<String> incomplete = new HashSet<>();
    pools.forEach(
        (key, pool) -> {
          if (pool.groups().contains(null)) {
            incomplete.add(key);
          }
        });
    for (Pool pool : whole.values()) {
      pool.complete(old.filter(map -> map.cluster().equals(cluster)));
    }
    return new PgMap(
        CephJson.number(dump, "epoch"),
        cluster,
        Map.copyOf(pools),
        Set.copyOf(incomplete),
        CephJson.findText(dump, "modified").flatMap(PgMap::time));
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text, TIME).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns those of some pools that are not there, or have groups with whole copies that the
   * manager did not know.
   */
  Set<String> missing(Collection<String> names) {
    Set<String> missing = new HashSet<>(names);
    missing.removeIf(name -> pools.containsKey(name) && !incomplete.contains(name));
    return missing;
  }

  /** The host of each OSD: the bucket of type host that it is below. */
  private static Map<Integer, Osd> osds(Object tree, Function<String, Replica> hosts) {
    Map<Integer, Osd> osds = new HashMap<>();
    for (Object node : CephJson.list(tree, "nodes")) {
      if (CephJson.text(node, "type").equals("host")) {
        String name = CephJson.text(node, "name");
        Osd osd = new Osd(name, hosts.apply(name));
        for (Object child : CephJson.list(node, "children")) {
          osds.put(CephJson.number(child), osd);
        }
      }
    }
    return osds;
  }

  private static void fill(
      Map<Integer, Pool> pools, Object pgDump, Map<Integer, Osd> osds, ReplicaReadPolicy readers) {
    Map<Copies, Copies> same = new HashMap<>();
    for (Object group : groups(pgDump)) {
      String id = CephJson.text(group, "pgid");
      int dot = id.indexOf('.');
      Pool pool = pools.get(Integer.parseInt(id.substring(0, dot)));
      int seed = Integer.parseUnsignedInt(id.substring(dot + 1), 16);
      if (pool != null && seed < pool.groups().size() && isKnown(group)) {
        pool.groups().set(seed, same.computeIfAbsent(copies(group, osds, readers), key -> key));
      }
    }
  }

  /**
   * The groups in the answer to {@code pg dump pgs_brief}, which older versions give without more.
   *
   * @throws IllegalArgumentException if they are not there, or are not those of all OSDs yet
   */
  static List<?> groups(Object pgDump) {
    if (pgDump instanceof Map<?, ?> map && Boolean.FALSE.equals(map.get("pg_ready"))) {
      throw new IllegalArgumentException(
          "Ceph's manager has started and does not know the placement groups yet");
    }
    return pgDump instanceof List<?> list ? list : CephJson.list(pgDump, "pg_stats");
  }

  /** Of a group that no OSD has reported yet the manager names no OSD. */
  private static boolean isKnown(Object group) {
    return CephJson.number(group, "acting_primary") >= 0
        || !CephJson.list(group, "acting").isEmpty();
  }

  private static Copies copies(Object group, Map<Integer, Osd> osds, ReplicaReadPolicy readers) {
    Osd primary = osds.get(CephJson.number(group, "acting_primary"));
    List<Replica> first = primary == null ? List.of() : List.of(primary.host());
    Map<String, Replica> all = new LinkedHashMap<>();
    first.forEach(host -> all.put(host.host(), host));
    for (Object number : CephJson.list(group, "acting")) {
      Osd osd = osds.get(CephJson.number(number));
      boolean read =
          osd != null
              && switch (readers) {
                case AUTO -> osd.isFoundByClients();
                case PRIMARY -> false;
                case ALL -> true;
              };
      if (read) {
        all.putIfAbsent(osd.host().host(), second(osd.host()));
      }
    }
    List<Replica> nearest = List.copyOf(all.values());
    return new Copies(readers == ReplicaReadPolicy.ALL ? nearest : first, nearest);
  }

  /** A client reads there only if configured to, and not what was written last. */
  private static Replica second(Replica host) {
    return new Replica(host.host(), host.rack(), SECOND, host.path());
  }
}
