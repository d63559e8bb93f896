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
 * it failed, for a minute. The JDK repeats for some seconds that a name was not found, without the
 * reason, for whatever part of the process asked first: then the earlier reason holds, if there is
 * one. Thread-safe.
 */
final class HostAddresses {

  /** Those that the resolver of this host gives. */
  static final HostAddresses OF_THIS_HOST =
      new HostAddresses(InetAddress::getAllByName, System::nanoTime);

  static final long FAILURE_NANOS = Duration.ofMinutes(1).toNanos();

  /** As long as the JDK repeats that a name was not found, unless its security property differs. */
  static final long REPETITION_NANOS = Duration.ofSeconds(10).toNanos();

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

  /** What an answer says of a host's addresses. */
  private enum Certainty {
    /** Those are all. */
    SURE,
    /** There may be some that the resolver could not find out. */
    FAILED,
    /** There is none, or the resolver failed: the JDK did not say. */
    UNEXPLAINED
  }

  /**
   * What is known of a host.
   *
   * @param nanos when it was asked
   */
  private record Answer(List<InetAddress> addresses, Certainty certainty, long nanos) {

    boolean isOver(long now) {
      long kept = certainty == Certainty.UNEXPLAINED ? REPETITION_NANOS : FAILURE_NANOS;
      return addresses.isEmpty() && now - nanos >= kept;
    }
  }

  HostAddresses(Resolver resolver, LongSupplier nanoTime) {
    this.resolver = resolver;
    this.nanoTime = nanoTime;
  }

  /** Returns the addresses of a host; empty if it has none, or if they are not known. */
  List<InetAddress> find(String host) {
    Answer answer = answers.get(host);
    return answer == null ? List.of() : answer.addresses;
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
        .filter(host -> isUnsure(host) || asked.containsKey(host) && !asked.get(host).isDone())
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
    return answer == null || answer.isOver(nanoTime.getAsLong());
  }

  private boolean isUnsure(String host) {
    Answer answer = answers.get(host);
    return answer != null && answer.certainty != Certainty.SURE;
  }

  /** Returns whether a host was not found by an answer that does not say why. */
  boolean isUnexplained(String host) {
    Answer answer = answers.get(host);
    return answer != null && answer.certainty == Certainty.UNEXPLAINED;
  }

  private void ask(String host) {
    long start = nanoTime.getAsLong();
    List<InetAddress> addresses = List.of();
    Certainty certainty = Certainty.SURE;
    try {
      addresses = List.of(resolver.resolve(host));
    } catch (UnknownHostException e) {
      boolean slow = nanoTime.getAsLong() - start > MAX_ANSWER_NANOS;
      certainty = slow ? Certainty.FAILED : certainty(host, String.valueOf(e.getMessage()));
    }
    if (answers.size() > MAX_KEPT) {
      answers.clear();
    }
    answers.put(host, new Answer(addresses, certainty, nanoTime.getAsLong()));
  }

  private Certainty certainty(String host, String message) {
    if (message.equals(host)) {
      Answer earlier = answers.get(host);
      return earlier == null ? Certainty.UNEXPLAINED : earlier.certainty;
    }
    return message.contains(TEMPORARY) ? Certainty.FAILED : Certainty.SURE;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-hosts");
    thread.setDaemon(true);
    return thread;
  }
}
