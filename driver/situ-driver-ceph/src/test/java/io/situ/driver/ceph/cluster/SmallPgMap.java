// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.Replica;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.diagnostics.StoreWarnings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a cluster of two hosts answers, with a pool of copies and one of parts. */
public final class SmallPgMap {

  static final String DUMP =
      """
      {"epoch":7,"pools":[
       {"pool":1,"pool_name":"data","type":1,"pg_num":2,"object_hash":2},
       {"pool":2,"pool_name":"parts","type":3,"pg_num":1,"object_hash":2}]}\
      """;
  static final String TREE =
      """
      {"nodes":[{"id":-1,"name":"default","type":"root","children":[-2,-3]},
       {"id":-2,"name":"a","type":"host","children":[0,1]},
       {"id":-3,"name":"b","type":"host","children":[2]}],"stray":[]}\
      """;
  static final String GROUPS =
      """
      {"pg_stats":[{"pgid":"1.0","acting":[2,0],"acting_primary":0},
       {"pgid":"1.1","acting":[0,1,2147483647,9],"acting_primary":-1},
       {"pgid":"2.0","acting":[0,2,2147483647],"acting_primary":0},
       {"pgid":"1.2","acting":[2],"acting_primary":2}]}\
      """;

  static final List<String> ANSWERS = List.of(DUMP, TREE, GROUPS);

  private SmallPgMap() {}

  /** Returns the map for clients that read from all replicas. */
  public static PgMap parse() {
    return parse(ANSWERS);
  }

  static PgMap parse(List<String> answers) {
    return PgMap.parse(answers, Replica::on, ReplicaReadPolicy.ALL, Optional.empty());
  }

  /** Returns a cache that keeps that map. */
  public static PgMapCache cache(StoreWarnings notices) {
    return cache(DUMP, notices);
  }

  /** Returns a cache that keeps that map, and names the cluster that it is of. */
  public static PgMapCache cacheNamed(String cluster, StoreWarnings notices) {
    return cache(named(cluster), notices);
  }

  static String named(String cluster) {
    return DUMP.replaceFirst("\\{", "{\"fsid\":\"" + cluster + "\",");
  }

  private static PgMapCache cache(String dump, StoreWarnings notices) {
    return cache(
        () -> List.of(dump, TREE, GROUPS), new PlacementTables(), Duration.ofHours(1), notices);
  }

  static PgMapCache cache(
      PgMapSource source, PlacementTables tables, Duration interval, StoreWarnings notices) {
    return cache(source, tables, new AnswerLifetime(interval, System::nanoTime), notices);
  }

  static PgMapCache cache(
      PgMapSource source, PlacementTables tables, AnswerLifetime lifetime, StoreWarnings notices) {
    return new PgMapCache(
        source,
        new PgMapCache.JobTable(tables, "ceph admin@", Duration.ofMinutes(10)),
        Replica::on,
        ReplicaReadPolicy.ALL,
        lifetime,
        notices);
  }
}
