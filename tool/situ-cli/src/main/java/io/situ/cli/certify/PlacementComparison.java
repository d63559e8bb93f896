// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.config.HostMapping;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Compares what Situ says of files' places with what a file system's own tool says, byte range by
 * byte range. A server has one host: the one that the site's file of host names gives it, else one
 * of its address, and the same one in every file. Not thread-safe.
 */
public final class PlacementComparison {

  private final PlacementTool tool;
  private final HostMapping names;
  private final Function<String, Set<String>> addresses;
  private final SortedMap<String, String> hostOf = new TreeMap<>();

  /**
   * @param names the site's names of servers
   * @param addresses the addresses of a host; empty if its name cannot be resolved
   */
  public PlacementComparison(
      PlacementTool tool, HostMapping names, Function<String, Set<String>> addresses) {
    this.tool = tool;
    this.names = names;
    this.addresses = addresses;
  }

  /** Returns the host that each server was found to be, in the order of the servers' names. */
  public SortedMap<String, String> hosts() {
    return Collections.unmodifiableSortedMap(hostOf);
  }

  /**
   * Compares one file.
   *
   * @return the first range in which the answers differ, with both; empty if they are the same
   */
  public Optional<String> difference(long size, List<Extent> extents, ToolLayout layout) {
    List<Long> borders = new ArrayList<>(borders(size, extents, layout));
    for (int i = 0; i + 1 < borders.size(); i++) {
      long at = borders.get(i);
      Set<String> hosts = hosts(extents, at);
      Set<String> servers = servers(layout, at);
      if (!agree(servers, hosts)) {
        return Optional.of(
            "bytes "
                + at
                + " to "
                + (borders.get(i + 1) - 1)
                + ": Situ says "
                + text(hosts)
                + ", "
                + tool.program()
                + " says "
                + text(servers)
                + known(servers));
      }
    }
    return Optional.empty();
  }

  private static String text(Set<String> names) {
    return names.isEmpty() ? "nothing" : String.join(" and ", names);
  }

  private String known(Set<String> servers) {
    List<String> known =
        servers.stream()
            .filter(hostOf::containsKey)
            .map(server -> server + " is " + hostOf.get(server) + " elsewhere")
            .toList();
    return known.isEmpty() ? "" : " (" + String.join(", ", known) + ")";
  }

  private static Set<Long> borders(long size, List<Extent> extents, ToolLayout layout) {
    Set<Long> borders = new TreeSet<>(List.of(0L, size));
    extents.forEach(extent -> borders.addAll(List.of(extent.offset(), extent.end())));
    layout.ranges().forEach(range -> borders.addAll(List.of(range.offset(), range.end())));
    return borders;
  }

  private static Set<String> hosts(List<Extent> extents, long at) {
    Set<String> hosts = new LinkedHashSet<>();
    for (Extent extent : extents) {
      if (extent.offset() <= at && at < extent.end()) {
        extent.replicas().stream().map(Replica::host).forEach(hosts::add);
      }
    }
    return hosts;
  }

  private static Set<String> servers(ToolLayout layout, long at) {
    Set<String> servers = new LinkedHashSet<>();
    for (ToolRange range : layout.ranges()) {
      if (range.offset() <= at && at < range.end()) {
        servers.addAll(range.servers());
      }
    }
    return servers;
  }

  private boolean agree(Set<String> servers, Set<String> hosts) {
    if (servers.isEmpty() || hosts.isEmpty()) {
      return servers.isEmpty() && hosts.isEmpty();
    }
    if (servers.size() == 1) {
      return hosts.size() == 1 && isHost(servers.iterator().next(), hosts.iterator().next());
    }
    boolean known =
        servers.stream().map(hostOf::get).allMatch(host -> host == null || hosts.contains(host));
    return known && hosts.stream().allMatch(host -> anyIs(servers, host));
  }

  private boolean anyIs(Set<String> servers, String host) {
    return servers.stream()
        .anyMatch(
            server ->
                hostOf.containsKey(server) ? hostOf.get(server).equals(host) : mayBe(server, host));
  }

  private boolean isHost(String server, String host) {
    String known = hostOf.get(server);
    if (known != null) {
      return known.equals(host);
    }
    boolean same = mayBe(server, host);
    if (same) {
      hostOf.put(server, host);
    }
    return same;
  }

  private boolean mayBe(String server, String host) {
    List<String> forms = tool.names(server);
    return forms.stream()
        .map(names::find)
        .flatMap(Optional::stream)
        .findFirst()
        .map(given -> given.name().equals(host))
        .orElseGet(() -> mayBeOneHost(forms.get(forms.size() - 1), host));
  }

  /** Names that cannot be resolved prove nothing. */
  private boolean mayBeOneHost(String server, String host) {
    if (server.equalsIgnoreCase(host)) {
      return true;
    }
    Set<String> ofServer = addresses.apply(server);
    Set<String> ofHost = addresses.apply(host);
    return ofServer.isEmpty() || ofHost.isEmpty() || ofServer.stream().anyMatch(ofHost::contains);
  }
}
