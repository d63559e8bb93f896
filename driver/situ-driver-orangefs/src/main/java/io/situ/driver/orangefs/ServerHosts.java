// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.config.HostMapping;
import io.situ.storage.config.HostMapping.Host;
import io.situ.storage.mounted.HostNameResolver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The engines' hosts by servers' names, which are aliases of the servers' configuration or
 * addresses such as {@code tcp://node1:3334}. The site's own names come first, for the alias, an
 * address, its host and port, or its host; then the resolver, for a host in figures; then the host
 * as it is. Thread-safe.
 */
final class ServerHosts {

  private final HostMapping names;
  private final HostNameResolver resolver;
  private final Function<String, Optional<String>> aliases;
  private final Map<String, Optional<Host>> known = new ConcurrentHashMap<>();

  /**
   * @param aliases the addresses behind an alias, separated by commas
   */
  ServerHosts(
      HostMapping names, HostNameResolver resolver, Function<String, Optional<String>> aliases) {
    this.names = names;
    this.resolver = resolver;
    this.aliases = aliases;
  }

  /** Empty where the server's host has no name that is known. */
  Optional<Host> host(String server) {
    return known.computeIfAbsent(server, this::find);
  }

  /**
   * Returns the names that the site may use for a server, each once.
   *
   * @param addresses the server's addresses, separated by commas; the server's name if it is one
   */
  static List<String> names(String server, String addresses) {
    return Stream.concat(Stream.of(server), split(addresses).stream().flatMap(ServerHosts::forms))
        .distinct()
        .toList();
  }

  private Optional<Host> find(String server) {
    String addresses = aliases.apply(server).orElse(server);
    return names(server, addresses).stream()
        .map(names::find)
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> own(hostOf(split(addresses).get(0))));
  }

  private static List<String> split(String addresses) {
    return Stream.of(addresses.split(",")).map(String::strip).toList();
  }

  private static Stream<String> forms(String address) {
    return Stream.of(address, withoutScheme(address), hostOf(address));
  }

  private static String withoutScheme(String address) {
    return address.replaceFirst("^[a-z0-9]+://", "");
  }

  private static String hostOf(String address) {
    return withoutScheme(address).replaceFirst(":[0-9]+$", "").replaceFirst("^\\[(.*)]$", "$1");
  }

  private Optional<Host> own(String host) {
    Optional<String> name = Optional.of(host).filter(text -> !text.isEmpty());
    boolean figures = host.matches("[0-9.]+|.*:.*");
    return (figures ? resolver.of(host) : name).map(Host::of);
  }
}
