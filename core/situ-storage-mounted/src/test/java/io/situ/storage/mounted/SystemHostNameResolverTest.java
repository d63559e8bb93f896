// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The names of this host's own address. */
class SystemHostNameResolverTest {

  private static final String ADDRESS = "127.0.0.1";

  private final SystemHostNameResolver names = new SystemHostNameResolver();

  @Test
  void anInterruptIsNoAnswerThatIsRemembered() {
    Thread.currentThread().interrupt();
    names.of(ADDRESS);
    assertThat(Thread.interrupted()).isTrue();

    assertThat(names.of(ADDRESS)).isNotEmpty();
  }

  @Test
  void anAddressWithoutAnAnswerHoldsNoOtherUp() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    SystemHostNameResolver slow =
        new SystemHostNameResolver(
            task -> {
              if (asked.getCount() == 0) {
                task.run();
              }
              asked.countDown();
            });
    Thread waiting = new Thread(() -> slow.of(besideTheOwn()));
    waiting.start();
    asked.await();

    assertThat(slow.of(ADDRESS)).isNotEmpty();
    assertThat(waiting.isAlive()).isTrue();
    waiting.interrupt();
    waiting.join();
  }

  /** Another address with the same place in a hash table of Java. */
  private static String besideTheOwn() {
    return IntStream.range(0, 256)
        .mapToObj(i -> "192.0.2." + i)
        .filter(address -> place(address) == place(ADDRESS))
        .findFirst()
        .orElseThrow();
  }

  private static int place(String key) {
    return (key.hashCode() ^ key.hashCode() >>> 16) & 15;
  }

  @Test
  void onlyAddressesAreLookedUp() {
    assertThat(names.of("localhost")).isEmpty();
    assertThat(names.of("")).isEmpty();
  }
}
