// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExecutorHostsTest {

  @Test
  void aNameIsTheExecutorThatHasItsAddress() throws Exception {
    assertThat(nameOf("localhost", "127.0.0.1")).isEqualTo("127.0.0.1");
    assertThat(nameOf("127.0.0.1", "localhost")).isEqualTo("localhost");
  }

  private static String nameOf(String host, String executor) throws InterruptedException {
    return ExecutorHosts.of(
            Set.of(executor),
            List.of(host),
            HostAddresses.OF_THIS_HOST,
            in(TimeUnit.SECONDS.toNanos(30)))
        .apply(host);
  }

  private static List<InetAddress> resolve(HostAddresses addresses, String host)
      throws InterruptedException {
    addresses.resolve(List.of(host), in(TimeUnit.SECONDS.toNanos(30)));
    return addresses.find(host);
  }

  @Test
  void hostsAreResolvedSideBySideWithinTheTime() throws Exception {
    CountDownLatch all = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    HostAddresses addresses =
        new HostAddresses(
            host -> {
              try {
                if (host.equals("slow")) {
                  never.await();
                }
                all.countDown();
                all.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return new InetAddress[] {InetAddress.getByAddress(new byte[] {10, 0, 0, 1})};
            },
            System::nanoTime);
    long minute = TimeUnit.MINUTES.toNanos(1);

    ExecutorHosts two =
        ExecutorHosts.of(Set.of("worker"), List.of("10.0.0.1"), addresses, in(minute));
    assertThat(two.apply("10.0.0.1")).isEqualTo("worker");

    assertThat(two.isWithoutExecutor("10.0.0.2")).isTrue();
    assertThat(two.isWithoutExecutor("worker")).isFalse();

    ExecutorHosts slow = ExecutorHosts.of(Set.of("worker"), List.of("slow"), addresses, in(0));
    assertThat(slow.apply("slow")).isEqualTo("slow");
    assertThat(slow.isWithoutExecutor("slow")).as("it may be a worker").isFalse();
    assertThat(slow.isWithoutExecutor("10.0.0.2")).isTrue();
    ExecutorHosts slowExecutor =
        ExecutorHosts.of(Set.of("slow"), List.of("10.0.0.2"), addresses, in(0));
    assertThat(slowExecutor.isWithoutExecutor("10.0.0.2")).as("it may be slow").isFalse();
    never.countDown();
    while (addresses.find("slow").isEmpty()) {
      Thread.sleep(10);
    }
    assertThat(slow.apply("slow")).isEqualTo("worker");
  }

  /** A name server that is dead says so after the scan that asked it has gone on. */
  @Test
  void aHostOfWhichTheNameServerFailedIsNotSaidToHaveNoExecutor() throws Exception {
    CountDownLatch fail = new CountDownLatch(1);
    HostAddresses addresses =
        new HostAddresses(
            host -> {
              if (host.equals("none")) {
                throw new UnknownHostException("none: Name or service not known");
              }
              if (!host.equals("slow")) {
                return new InetAddress[] {InetAddress.getLoopbackAddress()};
              }
              try {
                fail.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              throw new UnknownHostException("slow: Temporary failure in name resolution");
            },
            System::nanoTime);
    Set<String> executors = Set.of("worker");
    List<String> hosts = List.of("slow", "none");

    assertThat(ExecutorHosts.of(executors, hosts, addresses, in(0)).isWithoutExecutor("slow"))
        .isFalse();
    fail.countDown();
    assertThat(resolve(addresses, "slow")).isEmpty();
    assertThat(isWithoutExecutor(executors, hosts, addresses, "slow")).isFalse();
    assertThat(isWithoutExecutor(executors, hosts, addresses, "none")).isTrue();
    assertThat(isWithoutExecutor(Set.of("slow"), List.of("none"), addresses, "none"))
        .as("it may be slow")
        .isFalse();
  }

  /** As the C library's message is in other languages, and as the JDK repeats it without one. */
  @Test
  void aFailureIsKnownByItsTimeAndByWhatDoesNotSayThatThereIsNoSuchName() throws Exception {
    AtomicLong nanos = new AtomicLong();
    HostAddresses addresses =
        new HostAddresses(
            host -> {
              if (host.equals("slow")) {
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
              }
              throw new UnknownHostException(host.equals("bare") ? host : host + ": not found");
            },
            nanos::get);
    Set<String> executors = Set.of("quick");

    assertThat(isWithoutExecutor(executors, List.of("none"), addresses, "none")).isTrue();
    assertThat(isWithoutExecutor(executors, List.of("bare"), addresses, "bare")).isFalse();
    assertThat(isWithoutExecutor(executors, List.of("slow"), addresses, "slow")).isFalse();
  }

  /** The JDK does not say why it did not find a name that others asked for shortly before. */
  @Test
  void aRepeatedAnswerWithoutAReasonHasTheEarlierReason() throws Exception {
    AtomicLong nanos = new AtomicLong();
    Set<String> repeated = new HashSet<>();
    HostAddresses addresses =
        new HostAddresses(
            host -> {
              if (host.equals("worker")) {
                return new InetAddress[] {InetAddress.getLoopbackAddress()};
              }
              String reason =
                  host.equals("none") ? ": Name or service not known" : ": Temporary failure";
              throw new UnknownHostException(repeated.contains(host) ? host : host + reason);
            },
            nanos::get);
    Set<String> executors = Set.of("worker");
    List<String> hosts = List.of("none", "failed");

    for (int minute = 0; minute < 3; minute++) {
      assertThat(isWithoutExecutor(executors, hosts, addresses, "none")).isTrue();
      assertThat(isWithoutExecutor(executors, hosts, addresses, "failed")).isFalse();
      repeated.addAll(hosts);
      nanos.addAndGet(HostAddresses.FAILURE_NANOS);
    }
  }

  @Test
  void anAnswerThatNeverHadAReasonIsAskedForAgainWhenTheJdkRepeatsItNoMore() throws Exception {
    AtomicLong nanos = new AtomicLong();
    AtomicInteger asked = new AtomicInteger();
    HostAddresses addresses =
        new HostAddresses(
            host -> {
              if (host.equals("worker")) {
                return new InetAddress[] {InetAddress.getLoopbackAddress()};
              }
              boolean repeated = asked.getAndIncrement() == 0;
              throw new UnknownHostException(repeated ? host : host + ": not known");
            },
            nanos::get);
    Set<String> executors = Set.of("worker");

    assertThat(isWithoutExecutor(executors, List.of("none"), addresses, "none")).isFalse();
    assertThat(addresses.isUnexplained("none")).isTrue();
    nanos.set(HostAddresses.REPETITION_NANOS - 1);
    assertThat(isWithoutExecutor(executors, List.of("none"), addresses, "none")).isFalse();
    assertThat(asked).hasValue(1);
    nanos.set(HostAddresses.REPETITION_NANOS);
    assertThat(isWithoutExecutor(executors, List.of("none"), addresses, "none")).isTrue();
    assertThat(asked).hasValue(2);
  }

  private static boolean isWithoutExecutor(
      Set<String> executors, List<String> hosts, HostAddresses addresses, String host)
      throws InterruptedException {
    return ExecutorHosts.of(executors, hosts, addresses, in(TimeUnit.SECONDS.toNanos(30)))
        .isWithoutExecutor(host);
  }

  private static long in(long nanos) {
    return System.nanoTime() + nanos;
  }

  @Test
  void aHostThatHadNoAddressIsAskedForAgainAfterAMinute() throws Exception {
    AtomicLong nanos = new AtomicLong();
    AtomicInteger asked = new AtomicInteger();
    HostAddresses addresses =
        new HostAddresses(
            host -> {
              if (asked.getAndIncrement() == 0) {
                throw new UnknownHostException(host + ": Name or service not known");
              }
              return new InetAddress[] {InetAddress.getLoopbackAddress()};
            },
            nanos::get);

    assertThat(resolve(addresses, "a")).isEmpty();
    nanos.set(HostAddresses.FAILURE_NANOS - 1);
    assertThat(resolve(addresses, "a")).isEmpty();
    nanos.set(HostAddresses.FAILURE_NANOS);
    assertThat(resolve(addresses, "a")).hasSize(1);
    nanos.set(10 * HostAddresses.FAILURE_NANOS);
    assertThat(resolve(addresses, "a")).hasSize(1);
    assertThat(asked).hasValue(2);
  }

  @Test
  void otherNamesStayAsTheyAre() throws Exception {
    HostAddresses none =
        new HostAddresses(
            host -> {
              throw new UnknownHostException(host + ": Name or service not known");
            },
            System::nanoTime);
    long end = in(TimeUnit.SECONDS.toNanos(30));
    Set<String> two = Set.of("127.0.0.1", "no-executor.invalid");
    ExecutorHosts hosts = ExecutorHosts.of(two, List.of("no-host.invalid"), none, end);
    ExecutorHosts withoutExecutors = ExecutorHosts.of(Set.of(), List.of("a"), none, end);

    assertThat(hosts.apply("127.0.0.1")).isEqualTo("127.0.0.1");
    assertThat(hosts.apply("no-host.invalid")).isEqualTo("no-host.invalid");
    assertThat(hosts.isWithoutExecutor("no-host.invalid")).isTrue();
    assertThat(withoutExecutors.apply("a")).isEqualTo("a");
    assertThat(withoutExecutors.isWithoutExecutor("a")).isFalse();
  }
}
