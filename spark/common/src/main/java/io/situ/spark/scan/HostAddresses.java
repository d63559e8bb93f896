// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Addresses of hosts as a resolver gives them. What it gave is kept, and that it gave none, or that
 * it failed, for a minute. Thread-safe.
 */
final class HostAddresses {

  /** Those that the resolver of this host gives. */
  static final HostAddresses OF_THIS_HOST =
      new HostAddresses(InetAddress::getAllByName, System::nanoTime);

  static final long FAILURE_NANOS = Duration.ofMinutes(1).toNanos();

  /** What the C library says of a name server that does not answer, or that fails itself. */
  private static final String TEMPORARY = "Temporary failure";

  /** A name server that says that there is no such name does so in less. */
  private static final long MAX_ANSWER_NANOS = Duration.ofSeconds(1).toNanos();

  private static final int MAX_KEPT = 10_000;
  private static final int MAX_THREADS = 16;

  private final Resolver resolver;
  private final LongSupplier nanoTime;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /** Asks for the addresses of a host. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /**
   * What is known of a host.
   *
   * @param failed whether there may be addresses that the resolver could not find out
   * @param nanos when it was asked
   */
  private record Answer(List<InetAddress> addresses, boolean failed, long nanos) {}

  HostAddresses(Resolver resolver, LongSupplier nanoTime) {
    this.resolver = resolver;
    this.nanoTime = nanoTime;
  }

  /** Returns the addresses of a host; empty if it has none, or if they are not known. */
  List<InetAddress> find(String host) {
    Answer answer = answers.get(host);
    return answer == null ? List.of() : answer.addresses;
  }

  /** Returns the addresses of a host, and waits for them; empty if none is known. */
  List<InetAddress> resolve(String host) {
    if (isUnknown(host)) {
      ask(host);
    }
    return find(host);
  }

  /**
   * Has the addresses of hosts known, unless that takes longer or fails. What comes later is kept.
   *
   * @param deadline as {@link System#nanoTime} has it
   * @return the hosts of which it is not known whether they have addresses
   * @throws InterruptedException if the calling thread is interrupted
   */
  Set<String> resolve(Collection<String> hosts, long deadline) throws InterruptedException {
    List<String> unknown = hosts.stream().distinct().filter(this::isUnknown).toList();
    Map<String, Future<?>> asked = new HashMap<>();
    if (!unknown.isEmpty()) {
      ask(unknown, asked, deadline);
    }
    return hosts.stream()
        .filter(host -> hasFailed(host) || asked.containsKey(host) && !asked.get(host).isDone())
        .collect(Collectors.toSet());
  }

  private void ask(List<String> hosts, Map<String, Future<?>> asked, long deadline)
      throws InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(MAX_THREADS, hosts.size()), HostAddresses::thread);
    try {
      hosts.forEach(host -> asked.put(host, threads.submit(() -> ask(host))));
      for (Future<?> each : asked.values()) {
        each.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    } catch (TimeoutException e) {
      // What is left is not done.
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  private boolean isUnknown(String host) {
    Answer answer = answers.get(host);
    return answer == null
        || answer.addresses.isEmpty() && nanoTime.getAsLong() - answer.nanos >= FAILURE_NANOS;
  }

  private boolean hasFailed(String host) {
    Answer answer = answers.get(host);
    return answer != null && answer.failed;
  }

  private void ask(String host) {
    long start = nanoTime.getAsLong();
    List<InetAddress> addresses = List.of();
    boolean failed = false;
    try {
      addresses = List.of(resolver.resolve(host));
    } catch (UnknownHostException e) {
      failed = nanoTime.getAsLong() - start > MAX_ANSWER_NANOS || isFailure(host, e);
    }
    if (answers.size() > MAX_KEPT) {
      answers.clear();
    }
    answers.put(host, new Answer(addresses, failed, nanoTime.getAsLong()));
  }

  /** The JDK repeats for some seconds that a name was not found, without the reason. */
  private static boolean isFailure(String host, UnknownHostException e) {
    String message = String.valueOf(e.getMessage());
    return message.equals(host) || message.contains(TEMPORARY);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-hosts");
    thread.setDaemon(true);
    return thread;
  }
}
