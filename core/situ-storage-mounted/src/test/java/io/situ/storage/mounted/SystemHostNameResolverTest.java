// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
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
  void whatOthersDoInTheCommonPoolHoldsNoLookUpUp() {
    CountDownLatch end = new CountDownLatch(1);
    try {
      for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
        ForkJoinPool.commonPool()
            .execute(
                () -> {
                  try {
                    end.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
      }
      assertThat(names.of(ADDRESS)).isNotEmpty();
    } finally {
      end.countDown();
    }
  }

  @Test
  void onlyAddressesAreLookedUp() {
    assertThat(names.of("localhost")).isEmpty();
    assertThat(names.of("")).isEmpty();
  }
}
