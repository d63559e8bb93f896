// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CachedValueTest {

  private static final Duration INTERVAL = Duration.ofNanos(5);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 2);
  private final AtomicInteger loads = new AtomicInteger();

  private CachedValue<Integer> counting() {
    return new CachedValue<>(
        10,
        INTERVAL,
        old -> {
          loads.incrementAndGet();
          return old + 1;
        },
        false,
        now::get);
  }

  @Test
  void nothingIsLoadedBeforeItIsAskedFor() {
    CachedValue<Integer> value = counting();
    assertThat(loads).hasValue(0);
    assertThat(value.get()).isEqualTo(11);
  }

  @Test
  void aValueIsUsedForItsIntervalAlsoWhereTheClockOverflows() {
    CachedValue<Integer> value = counting();
    value.get();
    now.addAndGet(4);
    assertThat(value.get()).isEqualTo(11);
    now.addAndGet(1);
    assertThat(value.get()).isEqualTo(12);
    assertThat(loads).hasValue(2);
  }

  @Test
  void aShorterAgeMayBeAskedFor() {
    CachedValue<Integer> value = counting();
    value.get();
    now.addAndGet(3);
    assertThat(value.get(Duration.ofNanos(4))).isEqualTo(11);
    assertThat(value.get(Duration.ofNanos(3))).isEqualTo(12);
  }

  @Test
  void withoutAnIntervalItIsLoadedEachTime() {
    AtomicInteger count = new AtomicInteger();
    CachedValue<Integer> value =
        new CachedValue<>(0, Duration.ZERO, old -> count.incrementAndGet(), false, now::get);
    assertThat(value.get()).isEqualTo(1);
    assertThat(value.get()).isEqualTo(2);
  }

  @Test
  void itCanBeLoadedBeforeItIsOld() {
    CachedValue<Integer> value = counting();
    value.get();
    assertThat(value.refresh()).isEqualTo(12);
    assertThat(value.get()).isEqualTo(12);
  }

  @Test
  void aFailureIsNotKept() {
    CachedValue<Integer> value =
        new CachedValue<>(
            null,
            Duration.ofDays(1),
            old -> {
              if (loads.getAndIncrement() == 0) {
                throw new IllegalStateException("first");
              }
              return 7;
            },
            false,
            now::get);
    assertThatThrownBy(value::get).hasMessage("first");
    assertThat(value.get()).isEqualTo(7);
  }

  @Test
  void ofManyThreadsOneLoads() throws Exception {
    CountDownLatch ready = new CountDownLatch(4);
    CachedValue<Integer> value = counting();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      @SuppressWarnings("unchecked")
      Future<Integer>[] answers = new Future[4];
      for (int i = 0; i < 4; i++) {
        answers[i] =
            threads.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return value.get();
                });
      }
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isEqualTo(11);
      }
      assertThat(loads).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Loads 0, 1 and so on; from the given one on it waits before it returns. */
  private CachedValue<Integer> waiting(
      int from, boolean servesOld, CountDownLatch begun, CountDownLatch end) {
    return new CachedValue<>(
        null,
        INTERVAL,
        old -> {
          int number = loads.getAndIncrement();
          if (number >= from) {
            begun.countDown();
            await(end);
          }
          return number;
        },
        servesOld,
        now::get);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whileOneThreadLoadsAgainOthersMayGetTheValueBefore() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CachedValue<Integer> value = waiting(1, true, begun, end);
    ExecutorService threads = Executors.newFixedThreadPool(1);
    try {
      value.get();
      now.addAndGet(INTERVAL.toNanos());
      Future<Integer> first = threads.submit(() -> value.get());
      await(begun);

      assertThat(value.get()).isEqualTo(0);
      end.countDown();
      assertThat(first.get()).isEqualTo(1);
      assertThat(value.get()).isEqualTo(1);
      assertThat(loads).hasValue(2);
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFirstValueIsWaitedForByAll(boolean servesOld) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CachedValue<Integer> value = waiting(0, servesOld, begun, end);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(threads.submit(() -> value.get()));
      }
      await(begun);
      end.countDown();
      for (Future<Integer> one : all) {
        assertThat(one.get()).isEqualTo(0);
      }
      assertThat(loads).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }
}
