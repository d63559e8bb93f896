// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stores of one host, some of which take long to open. */
@Timeout(60)
class LazyStoresTest {

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LazyStores stores = new LazyStores(this::open, now::get);

  private volatile boolean failing;

  private Store open(String name) throws IOException {
    if (name.equals("slow")) {
      attempts.incrementAndGet();
      begun.countDown();
      awaitGoOn();
      now.addAndGet(TimeUnit.SECONDS.toNanos(30));
    }
    if (failing) {
      throw new IOException("it is away");
    }
    return new ForwardingStore(new MemoryStore()) {
      @Override
      public void close() {
        closed.incrementAndGet();
      }
    };
  }

  private void awaitGoOn() {
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void oneThatHangsHoldsUpNoOther() throws Exception {
    LazyStores.Use before = stores.use("other");
    Future<LazyStores.Use> slow = threads.submit(() -> stores.use("slow"));
    begun.await();

    Future<?> rest =
        threads.submit(
            () -> {
              before.share().close();
              before.close();
              stores.use("other").close();
              stores.use("third").close();
              return null;
            });
    rest.get(30, TimeUnit.SECONDS);

    assertThat(slow.isDone()).isFalse();
    goOn.countDown();
    Store store = slow.get().store();
    try (LazyStores.Use again = stores.use("slow")) {
      assertThat(again.store()).isSameAs(store);
    }
    assertThat(attempts).hasValue(1);
  }

  @Test
  void oneThatDoesNotOpenIsTriedOnceForAllWhoWait() throws Exception {
    failing = true;
    List<Future<LazyStores.Use>> waiting = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waiting.add(threads.submit(() -> stores.use("slow")));
    }
    goOn.countDown();

    for (Future<LazyStores.Use> each : waiting) {
      assertThatThrownBy(each::get).hasRootCauseMessage("it is away");
    }
    failing = false;
    now.addAndGet(TimeUnit.SECONDS.toNanos(30) - 1);
    assertThatThrownBy(() -> stores.use("slow")).hasMessage("it is away");
    assertThat(attempts).hasValue(1);

    now.addAndGet(1);
    stores.use("slow").close();
    assertThat(attempts).hasValue(2);
  }

  @Test
  void oneThatOpensWhenAllIsClosedIsClosedToo() throws Exception {
    Future<LazyStores.Use> slow = threads.submit(() -> stores.use("slow"));
    begun.await();

    stores.close();
    goOn.countDown();

    assertThatThrownBy(slow::get).hasMessageContaining("what it is for has ended");
    assertThat(closed).hasValue(1);
  }
}
