// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.storage.Replica;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Where this process runs, in the words the engines use.
 *
 * @param names lower-case host names a replica here may carry
 * @param rack network location such as {@code /rack1}, where it is known
 */
public record LocalHost(Set<String> names, Optional<String> rack) {

  public LocalHost {
    names = Set.copyOf(names);
  }

  /**
   * The configured name; else the one the NodeManager gives its containers; else the machine's own
   * names, short and full.
   */
  public static LocalHost of(Configuration conf, Map<String, String> environment) {
    Optional<String> rack = SituKeys.ENGINE_RACK.find(conf::get);
    String reported =
        SituKeys.ENGINE_HOST
            .find(conf::get)
            .orElseGet(() -> environment.getOrDefault("NM_HOST", ""));
    return new LocalHost(reported.isEmpty() ? machineNames() : Set.of(lower(reported)), rack);
  }

  private static Set<String> machineNames() {
    Set<String> names = new LinkedHashSet<>();
    try {
      InetAddress self = InetAddress.getLocalHost();
      names.add(lower(self.getHostName()));
      names.add(lower(self.getCanonicalHostName()));
    } catch (UnknownHostException noName) {
      names.add("localhost");
    }
    return names;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Whether a replica is on this host. */
  boolean isOn(Replica replica) {
    return names.contains(lower(replica.host()));
  }

  /** How far the nearest of these replicas is. */
  Distance distance(List<Replica> replicas) {
    Distance nearest = Distance.UNKNOWN;
    for (Replica replica : replicas) {
      if (isOn(replica)) {
        return Distance.LOCAL;
      }
      boolean sameRack = rack.isPresent() && replica.rack().equals(rack);
      nearest = sameRack || nearest == Distance.RACK ? Distance.RACK : Distance.REMOTE;
    }
    return nearest;
  }
}
