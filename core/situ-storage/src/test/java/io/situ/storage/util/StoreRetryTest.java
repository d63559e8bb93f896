// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreRetryTest {

  private static final IOException AWAY = new StoreException(Kind.UNAVAILABLE, null, "away");
  private static final IOException STILL = new StoreException(Kind.UNAVAILABLE, null, "still away");

  private final Deque<IOException> failures = new ArrayDeque<>();
  private int calls;

  private int call() throws IOException {
    calls++;
    if (!failures.isEmpty()) {
      throw failures.remove();
    }
    return calls;
  }

  @Test
  void whatIsAnsweredIsAskedOnce() throws IOException {
    assertThat(StoreRetry.retryOnce(this::call)).isEqualTo(1);
  }

  @Test
  void aStoreThatDoesNotAnswerIsAskedOnceMore() throws IOException {
    failures.add(AWAY);

    assertThat(StoreRetry.retryOnce(this::call)).isEqualTo(2);
  }

  @Test
  void theSecondFailureIsThrown() {
    failures.addAll(List.of(AWAY, STILL));

    assertThatThrownBy(() -> StoreRetry.retryOnce(this::call)).isSameAs(STILL);
    assertThat(calls).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNAVAILABLE")
  void anAnswerThatIsARefusalIsTaken(Kind kind) {
    failures.add(new StoreException(kind, null, "no"));

    assertThatThrownBy(() -> StoreRetry.retryOnce(this::call)).hasMessage("no");
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void whatNoStoreHasSaidIsThrown() {
    failures.add(new IOException("no room for sorting"));

    assertThatThrownBy(() -> StoreRetry.retryOnce(this::call)).hasMessage("no room for sorting");
    assertThat(calls).isEqualTo(1);
  }
}
