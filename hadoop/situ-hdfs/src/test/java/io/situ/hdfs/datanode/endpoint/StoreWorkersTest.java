// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoreWorkersTest {

  private static final int EACH = 3;

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);

  private void hang(CountDownLatch end) {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    begun.release();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    running.decrementAndGet();
  }

  @Test
  void soManyJobsOfAStoreRunAtOnceAndTheOthersFollow() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch all = new CountDownLatch(10);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    try (StoreWorkers workers = new StoreWorkers(EACH)) {
      for (int i = 0; i < EACH; i++) {
        workers.execute("a", () -> hang(end));
      }
      for (int i = 0; i < 10; i++) {
        int number = i;
        workers.execute(
            "a",
            () -> {
              order.add(number);
              all.countDown();
            });
      }
      begun.acquire(EACH);
      assertThat(order).isEmpty();

      CountDownLatch other = new CountDownLatch(1);
      workers.execute("b", other::countDown);
      other.await();
      assertThat(order).isEmpty();

      end.countDown();
      all.await();
    }
    assertThat(order).hasSize(10).contains(0, 9);
    assertThat(most).hasValue(EACH);
  }

  @Test
  void jobsThatWaitDoNotBeginOnceItIsClosed() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger more = new AtomicInteger();
    StoreWorkers workers = new StoreWorkers(1);
    workers.execute("a", () -> hang(end));
    workers.execute("a", more::incrementAndGet);
    begun.acquire();

    workers.close();

    while (running.get() > 0) {
      Thread.onSpinWait();
    }
    assertThat(more).hasValue(0);
  }
}
