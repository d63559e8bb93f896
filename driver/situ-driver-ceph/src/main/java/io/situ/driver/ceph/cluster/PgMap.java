// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.Replica;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which hosts hold every placement group, as the cluster reported it at one epoch of its map.
 *
 * @param epoch of the OSD map
 * @param pools by name and by number
 */
public record PgMap(int epoch, Map<String, Pool> pools) {

  /** {@code CEPH_STR_HASH_RJENKINS}; no other was ever the default. */
  private static final int RJENKINS = 2;

  /** {@code pg_pool_t::TYPE_REPLICATED}. */
  private static final int REPLICATED = 1;

  /** How well a replica that is not the primary serves reads. */
  private static final double SECOND = 0.5;

  /**
   * The groups of one pool.
   *
   * @param number the pool's
   * @param groups who has whole copies of each group, the primary first; none where the pool keeps
   *     objects in parts
   */
  public record Pool(int number, List<List<Replica>> groups) {

    /** Which hosts hold the object whose name has this hash. */
    public List<Replica> holders(int hash) {
      return groups.get(RjenkinsHash.stableMod(hash, groups.size()));
    }
  }

  /**
   * Reads the answers to {@code osd dump}, {@code osd tree} and {@code pg dump pgs_brief}.
   *
   * @param hosts the engines' host for a host of CRUSH
   * @param readers which copies are reported
   * @throws IllegalArgumentException if they are not what Ceph says
   */
  static PgMap parse(
      String osdDump,
      String osdTree,
      String pgDump,
      Function<String, Replica> hosts,
      ReplicaReadPolicy readers) {
    Object dump = CephJson.parse(osdDump);
    Map<Integer, Replica> osds = osds(CephJson.parse(osdTree), hosts);
    Map<Integer, List<List<Replica>>> groups = new HashMap<>();
    Map<String, Pool> pools = new HashMap<>();
    for (Object pool : CephJson.list(dump, "pools")) {
      int number = CephJson.number(pool, "pool");
      List<List<Replica>> table =
          new ArrayList<>(Collections.nCopies(CephJson.number(pool, "pg_num"), List.of()));
      Pool known = new Pool(number, table);
      pools.put(Integer.toString(number), known);
      pools.put(CephJson.text(pool, "pool_name"), known);
      boolean whole =
          CephJson.number(pool, "type") == REPLICATED
              && CephJson.number(pool, "object_hash") == RJENKINS;
      if (whole) {
        groups.put(number, table);
      }
    }
    fill(groups, CephJson.parse(pgDump), osds, readers);
    return new PgMap(CephJson.number(dump, "epoch"), Map.copyOf(pools));
  }

  /** The host of each OSD: the bucket of type host that it is below. */
  private static Map<Integer, Replica> osds(Object tree, Function<String, Replica> hosts) {
    Map<Integer, Replica> osds = new HashMap<>();
    for (Object node : CephJson.list(tree, "nodes")) {
      if (CephJson.text(node, "type").equals("host")) {
        Replica host = hosts.apply(CephJson.text(node, "name"));
        for (Object child : CephJson.list(node, "children")) {
          osds.put(CephJson.number(child), host);
        }
      }
    }
    return osds;
  }

  private static void fill(
      Map<Integer, List<List<Replica>>> groups,
      Object pgDump,
      Map<Integer, Replica> osds,
      ReplicaReadPolicy readers) {
    Map<List<Replica>, List<Replica>> same = new HashMap<>();
    for (Object group : pgDump instanceof List<?> list ? list : CephJson.list(pgDump, "pg_stats")) {
      String id = CephJson.text(group, "pgid");
      int dot = id.indexOf('.');
      List<List<Replica>> table = groups.get(Integer.parseInt(id.substring(0, dot)));
      int seed = Integer.parseUnsignedInt(id.substring(dot + 1), 16);
      if (table != null && seed < table.size()) {
        List<Replica> holders = holders(group, osds, readers);
        table.set(seed, same.computeIfAbsent(holders, key -> key));
      }
    }
  }

  private static List<Replica> holders(
      Object group, Map<Integer, Replica> osds, ReplicaReadPolicy readers) {
    List<Integer> numbers = new ArrayList<>(List.of(CephJson.number(group, "acting_primary")));
    if (readers == ReplicaReadPolicy.ALL) {
      CephJson.list(group, "acting").forEach(osd -> numbers.add(CephJson.number(osd)));
    }
    Map<String, Replica> holders = new LinkedHashMap<>();
    for (int number : numbers) {
      Replica host = osds.get(number);
      if (host != null) {
        boolean primary = number == numbers.get(0);
        holders.putIfAbsent(host.host(), primary ? host : second(host));
      }
    }
    return List.copyOf(holders.values());
  }

  /** A client reads there only if configured to, and not what was written last. */
  private static Replica second(Replica host) {
    return new Replica(host.host(), host.rack(), SECOND, host.path());
  }
}
