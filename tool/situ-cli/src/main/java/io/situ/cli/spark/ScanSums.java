// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.spark.SparkApplication.MissingHost;
import io.situ.cli.spark.SparkApplication.Scans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Adds up what tasks read of scans that Situ packed by host, from the scans' metrics. Not
 * thread-safe.
 */
final class ScanSums {

  /** Situ's event of a scan that was planned for hosts without executors. */
  static final String WITHOUT_EXECUTOR = "io.situ.spark.scan.HostsWithoutExecutor";

  private static final String PLANNED = "bytes planned";
  private static final String LOCAL = "bytes planned local";
  private static final String POSSIBLE = "bytes possible local";

  /** Of each scan, by the accumulator. */
  private final Map<Long, Long> planned = new HashMap<>();

  private final List<JsonNode> withoutExecutor = new ArrayList<>();
  private long local;
  private long possible;

  /** Adds an accumulator of a task; those of others are left out. */
  void add(JsonNode accumulator) {
    long bytes = accumulator.path("Update").asLong();
    switch (accumulator.path("Name").asText()) {
      case PLANNED -> planned.merge(accumulator.path("ID").asLong(), bytes, Long::sum);
      case LOCAL -> local += bytes;
      case POSSIBLE -> possible += bytes;
      default -> {}
    }
  }

  /** Adds an event {@link #WITHOUT_EXECUTOR}. */
  void addWithoutExecutor(JsonNode event) {
    withoutExecutor.add(event);
  }

  /** Returns the sums; empty if nothing was read of such scans. */
  Optional<Scans> scans() {
    long all = planned.values().stream().mapToLong(Long::longValue).sum();
    return all == 0 ? Optional.empty() : Optional.of(new Scans(all, local, possible));
  }

  /**
   * Returns the hosts that what was read lay on, as far as it was planned for them, and that had no
   * executor, by name. A host had one also if that has its address, or its name with a domain.
   *
   * @param executors the hosts that ever had one
   */
  List<MissingHost> missingHosts(Set<String> executors) {
    Map<String, Long> hosts = new TreeMap<>();
    for (JsonNode event : withoutExecutor) {
      long read = planned.getOrDefault(event.path("scan").asLong(), 0L);
      double share = (double) read / Math.max(1, event.path("planned").asLong());
      event
          .path("hosts")
          .fields()
          .forEachRemaining(
              host -> {
                JsonNode addresses = event.path("addresses").path(host.getKey());
                if (!hasExecutor(host.getKey(), addresses, executors)) {
                  long bytes = (long) (share * host.getValue().asLong());
                  hosts.merge(host.getKey(), bytes, Long::sum);
                }
              });
    }
    return hosts.entrySet().stream()
        .filter(host -> host.getValue() > 0)
        .map(host -> new MissingHost(host.getKey(), host.getValue()))
        .toList();
  }

  private static boolean hasExecutor(String host, JsonNode addresses, Set<String> executors) {
    for (JsonNode address : addresses) {
      if (executors.contains(address.asText())) {
        return true;
      }
    }
    return executors.contains(host)
        || executors.stream()
            .anyMatch(name -> name.startsWith(host + ".") || host.startsWith(name + "."));
  }
}
