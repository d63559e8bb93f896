// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.config.StoreConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreWarningsTest {

  private final StoreWarnings notices = new StoreWarnings();

  @Test
  void eachThingIsReportedOnceWithItsFirstDetail() {
    notices.note("some files are odd", "first");
    notices.note("some files are odd", "second");
    assertThat(notices.sentences()).containsExactly("some files are odd: first");
    assertThat(notices.anyFault()).isFalse();

    notices.fault("no server answers", "no route");
    assertThat(notices.anyFault()).isTrue();
  }

  @Test
  void noMoreAreKeptThanCanBePrinted() {
    for (int i = 0; i < 1000; i++) {
      notices.fault("thing " + i, "so");
    }
    assertThat(notices.sentences()).hasSize(20);
  }

  @Test
  void whoHearsThemIsNoPartOfWhatIsSaidOfAStore() {
    StoreConfig one = new StoreConfig("s", Map.of("root", "/a"), notices);

    assertThat(one).isEqualTo(new StoreConfig("s", Map.of("root", "/a")));
    assertThat(one).hasSameHashCodeAs(new StoreConfig("s", Map.of("root", "/a")));
    assertThat(one).isNotEqualTo(one.withValues(Map.of()));
    assertThat(one.withValues(Map.of()).notices()).isSameAs(notices);
  }
}
