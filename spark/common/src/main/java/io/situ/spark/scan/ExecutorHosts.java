// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkExecutorInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives hosts the names that executors are known by: Spark compares names, so that an address is
 * not the host that has it. A name that resolves to no executor's address stays as it is. Not
 * thread-safe.
 */
public final class ExecutorHosts implements UnaryOperator<String> {

  private static final Logger LOG = LoggerFactory.getLogger(ExecutorHosts.class);

  private final Set<String> executors;
  private final Function<String, List<InetAddress>> addresses;
  private final Set<String> unresolved;
  private Map<InetAddress, String> byAddress;

  private ExecutorHosts(
      Set<String> executors,
      Function<String, List<InetAddress>> addresses,
      Set<String> unresolved) {
    this.executors = Set.copyOf(executors);
    this.addresses = addresses;
    this.unresolved = unresolved;
  }

  /**
   * Returns it for some hosts and the executors of an application. Hosts are resolved side by side,
   * for no longer than the application gives to the planning of a scan. Those that are not resolved
   * by then, or of which the resolver fails, keep their names, and a warning says how many there
   * are.
   *
   * @throws IllegalArgumentException naming key and value, if that time is not valid
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static ExecutorHosts of(SparkContext context, Collection<String> hosts)
      throws InterruptedException {
    Set<String> executors = new HashSet<>();
    if (!context.isLocal()) {
      for (SparkExecutorInfo executor : context.statusTracker().getExecutorInfos()) {
        executors.add(executor.host());
      }
    }
    SparkConf conf = context.getConf();
    Duration timeout = ScanKeys.TIMEOUT.get(name -> conf.get(name, null));
    return of(executors, hosts, HostAddresses.OF_THIS_HOST, System.nanoTime() + timeout.toNanos());
  }

  /**
   * Returns it for some hosts, which are resolved side by side. Those that are not resolved in
   * time, or of which the resolver fails, keep their names, and a warning says how many there are.
   * Those of which it does not say whether it failed keep their names too.
   *
   * @param executors the names of hosts as executors gave them
   * @param deadline as {@link System#nanoTime} has it
   * @throws InterruptedException if the calling thread is interrupted
   */
  static ExecutorHosts of(
      Set<String> executors, Collection<String> hosts, HostAddresses addresses, long deadline)
      throws InterruptedException {
    Set<String> unresolved = Set.of();
    if (!executors.isEmpty() && !executors.containsAll(hosts)) {
      Set<String> all = new HashSet<>(hosts);
      all.addAll(executors);
      unresolved = addresses.resolve(all, deadline);
      long failed = unresolved.stream().filter(host -> !addresses.isUnexplained(host)).count();
      if (failed > 0) {
        LOG.warn(
            "{} of {} names of hosts could not be resolved in time, or the name server failed;"
                + " whether these hosts have executors is not known",
            failed,
            all.size());
      }
    }
    return new ExecutorHosts(executors, addresses::find, unresolved);
  }

  /**
   * Returns whether a host surely has no executor. That is not known while no executor is known,
   * nor where its name, or that of an executor, could not be resolved.
   *
   * @param name as {@link #apply} gives it
   */
  boolean isWithoutExecutor(String name) {
    return !executors.isEmpty()
        && !executors.contains(name)
        && !unresolved.contains(name)
        && executors.stream().noneMatch(unresolved::contains);
  }

  /** Returns the addresses of a host as text, such as 10.0.0.3; empty if none is known. */
  List<String> addresses(String host) {
    return addresses.apply(host).stream().map(InetAddress::getHostAddress).toList();
  }

  @Override
  public String apply(String host) {
    if (executors.contains(host) || executors.isEmpty()) {
      return host;
    }
    if (byAddress == null) {
      byAddress = new HashMap<>();
      executors.forEach(
          name -> addresses.apply(name).forEach(at -> byAddress.putIfAbsent(at, name)));
    }
    return addresses.apply(host).stream()
        .filter(byAddress::containsKey)
        .map(byAddress::get)
        .findFirst()
        .orElse(host);
  }
}
