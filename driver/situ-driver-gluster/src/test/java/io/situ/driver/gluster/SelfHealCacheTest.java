// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.config.StoreConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SelfHealCacheTest {

  private static final long INTERVAL = 100;

  @TempDir private Path scratch;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - INTERVAL);
  private final AtomicInteger queries = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** What a query answers that is the first, the second and so on. */
  private static Optional<SelfHealState> answer(int number) {
    return Optional.of(new SelfHealState(Map.of(), Set.of("h" + number + ":/b"), Set.of()));
  }

  private Optional<SelfHealState> query(String volume) {
    assertThat(volume).isEqualTo("rep");
    return answer(queries.incrementAndGet());
  }

  @Test
  void anAnswerIsUsedForItsInterval() {
    SelfHealCache cache = new SelfHealCache(this::query, INTERVAL, nanos::get);

    assertThat(cache.state("rep")).isEqualTo(answer(1));
    nanos.addAndGet(INTERVAL - 1);
    assertThat(cache.state("rep")).isEqualTo(answer(1));
    nanos.addAndGet(1);
    assertThat(cache.state("rep")).isEqualTo(answer(2));
    assertThat(cache.state("rep")).isEqualTo(answer(2));
  }

  @Test
  void thatNothingCanBeLearntIsKeptAsLong() {
    SelfHealCache cache =
        new SelfHealCache(
            volume -> {
              queries.incrementAndGet();
              return Optional.empty();
            },
            INTERVAL,
            nanos::get);

    assertThat(cache.state("rep")).isEmpty();
    assertThat(cache.state("rep")).isEmpty();
    assertThat(queries).hasValue(1);
  }

  @Test
  void whoComesWhileAnotherAsksGetsTheAnswerBefore() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    SelfHealCache cache =
        new SelfHealCache(
            volume -> {
              int number = queries.incrementAndGet();
              if (number == 2) {
                asked.countDown();
                await(answered);
              }
              return answer(number);
            },
            INTERVAL,
            nanos::get);
    cache.state("rep");
    nanos.addAndGet(INTERVAL);
    Future<Optional<SelfHealState>> first = threads.submit(() -> cache.state("rep"));
    await(asked);

    assertThat(cache.state("rep")).isEqualTo(answer(1));
    answered.countDown();
    assertThat(first.get()).isEqualTo(answer(2));
    assertThat(cache.state("rep")).isEqualTo(answer(2));
  }

  @Test
  void theFirstAnswerIsWaitedForByAll() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    SelfHealCache cache =
        new SelfHealCache(
            volume -> {
              asked.countDown();
              await(answered);
              return answer(queries.incrementAndGet());
            },
            INTERVAL,
            nanos::get);
    List<Future<Optional<SelfHealState>>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(threads.submit(() -> cache.state("rep")));
    }
    await(asked);
    answered.countDown();

    for (Future<Optional<SelfHealState>> one : all) {
      assertThat(one.get()).isEqualTo(answer(1));
    }
    assertThat(queries).hasValue(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private StoreConfig config(String info) {
    return new StoreConfig("vol", Map.of("heal.info", info));
  }

  @Test
  void anAdministratorsFileIsReadEachTime() throws Exception {
    Path file = scratch.resolve("heal.xml");
    StoreConfig config = config(file.toString());
    SelfHealSource source = SelfHealSource.of(config);

    assertThat(source.query("rep")).isEmpty();
    Files.writeString(file, "<cliOutput><opRet>0</opRet></cliOutput>");
    assertThat(source.query("rep")).contains(new SelfHealState(Map.of(), Set.of(), Set.of()));
    Files.writeString(file, "<cliOutput><opRet>0</opRet>");
    assertThat(source.query("rep")).isEmpty();
    Files.writeString(
        file, "<cliOutput><opRet>-1</opRet><opErrstr>not started</opErrstr></cliOutput>");
    assertThat(source.query("rep")).isEmpty();

    assertThat(config.notices().sentences())
        .singleElement()
        .asString()
        .contains("copies on the GlusterFS volume rep that wait for healing")
        .contains(file.toString());
    assertThat(config.notices().anyFault()).isFalse();
  }

  @Test
  void offAsksNothing() throws Exception {
    StoreConfig config = config("off");

    assertThat(SelfHealSource.of(config).query("rep")).isEmpty();
    assertThat(config.notices().sentences()).isEmpty();
  }
}
