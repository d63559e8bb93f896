// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.scan.pack.Packing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * An event of an application, also in its log: a scan was packed for hosts that had no executor
 * then. A log may be that of another version of Situ: what it lacks is 0 or empty here.
 *
 * @param scan the accumulator of the scan's metric {@code bytes planned}
 * @param planned bytes of the whole scan, by the plan
 * @param hosts how many of them are planned for each such host
 * @param addresses of each of them, as text; none where the resolver knows none
 */
public record HostsWithoutExecutor(
    long scan, long planned, Map<String, Long> hosts, Map<String, List<String>> addresses)
    implements SparkListenerEvent {

  public HostsWithoutExecutor {
    hosts = hosts == null ? Map.of() : Map.copyOf(hosts);
    addresses = addresses == null ? Map.of() : Map.copyOf(addresses);
  }

  /** Gives the event to the application's listeners, if there is any such host. */
  static void post(SparkContext context, long scan, Packing packing, ExecutorHosts names) {
    Map<String, Long> hosts = new TreeMap<>(packing.bytesByHost());
    hosts.keySet().removeIf(host -> !names.isWithoutExecutor(host));
    if (!hosts.isEmpty()) {
      Map<String, List<String>> addresses = new TreeMap<>();
      hosts.keySet().forEach(host -> addresses.put(host, names.addresses(host)));
      context
          .listenerBus()
          .post(new HostsWithoutExecutor(scan, packing.bytes().all(), hosts, addresses));
    }
  }
}
