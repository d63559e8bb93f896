// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Gives hosts the names that executors are known by: Spark compares names, so that an address is
 * not the host that has it. A name that resolves to no executor's address stays as it is. Not
 * thread-safe.
 */
public final class ExecutorHosts implements UnaryOperator<String> {

  /** Names are resolved once in this process. */
  private static final Map<String, List<InetAddress>> RESOLVED = new ConcurrentHashMap<>();

  private static final int MAX_RESOLVED = 10_000;

  private final Set<String> executors;
  private Map<InetAddress, String> byAddress;

  /**
   * Creates it.
   *
   * @param executors the names of hosts as executors gave them
   */
  public ExecutorHosts(Set<String> executors) {
    this.executors = Set.copyOf(executors);
  }

  @Override
  public String apply(String host) {
    if (executors.contains(host) || executors.isEmpty()) {
      return host;
    }
    if (byAddress == null) {
      byAddress = new HashMap<>();
      executors.forEach(name -> addresses(name).forEach(at -> byAddress.putIfAbsent(at, name)));
    }
    return addresses(host).stream()
        .filter(byAddress::containsKey)
        .map(byAddress::get)
        .findFirst()
        .orElse(host);
  }

  private static List<InetAddress> addresses(String host) {
    if (RESOLVED.size() > MAX_RESOLVED) {
      RESOLVED.clear();
    }
    return RESOLVED.computeIfAbsent(host, ExecutorHosts::resolve);
  }

  private static List<InetAddress> resolve(String host) {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      return List.of();
    }
  }
}
