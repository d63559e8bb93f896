// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final List<Long> slept = new ArrayList<>();

  private Backoff backoff(int most, long first, long longest) {
    return new Backoff(most, Duration.ofMillis(first), Duration.ofMillis(longest), this::sleep);
  }

  private void sleep(long nanos) {
    slept.add(nanos / 1_000_000);
  }

  @Test
  void pausesGrowUpToTheLongestAndEnd() throws InterruptedException {
    Backoff backoff = backoff(5, 1, 5);
    for (int i = 0; i < 5; i++) {
      assertThat(backoff.pause()).isTrue();
    }
    assertThat(backoff.pause()).isFalse();
    assertThat(slept).containsExactly(1L, 2L, 4L, 5L, 5L);
  }

  @Test
  void withoutAPauseNoOneWaits() throws InterruptedException {
    assertThat(backoff(0, 1, 1).pause()).isFalse();
    assertThat(slept).isEmpty();
  }

  @Test
  void theLongestDurationDoesNotOverflow() throws InterruptedException {
    Backoff backoff = backoff(3, Long.MAX_VALUE / 3_000_000, Long.MAX_VALUE / 1_000_000);
    for (int i = 0; i < 3; i++) {
      backoff.pause();
    }
    assertThat(slept).isSorted().allMatch(millis -> millis > 0);
  }

  @Test
  void anInterruptEndsIt() {
    Backoff backoff = new Backoff(1, Duration.ofDays(1), Duration.ofDays(1));
    Thread.currentThread().interrupt();
    assertThatThrownBy(backoff::pause).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void senselessPausesAreRefused() {
    assertThatThrownBy(() -> backoff(-1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> backoff(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> backoff(1, 2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
