// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BoundedCacheTest {

  @Test
  void dropsWhatWasNotUsedForLongest() {
    BoundedCache<String, String> cache = new BoundedCache<>(String::length, 10, Duration.ofDays(1));
    cache.put("a", "four");
    cache.put("b", "four");
    assertThat(cache.find("a")).contains("four");

    cache.put("c", "four");

    assertThat(cache.find("b")).isEmpty();
    assertThat(cache.find("a")).contains("four");
    assertThat(cache.find("c")).contains("four");
  }

  @Test
  void aValueTakesThePlaceOfTheOldOne() {
    BoundedCache<String, String> cache = new BoundedCache<>(String::length, 10, Duration.ofDays(1));
    for (int i = 0; i < 5; i++) {
      cache.put("a", "of eight");
    }
    cache.put("b", "x");
    cache.put("c", "too heavy for it");

    assertThat(cache.find("a")).contains("of eight");
    assertThat(cache.find("b")).contains("x");
    assertThat(cache.find("c")).isEmpty();
  }

  @Test
  void givesNothingThatIsTooOld() {
    BoundedCache<String, String> cache = new BoundedCache<>(String::length, 10, Duration.ZERO);
    cache.put("a", "four");

    assertThat(cache.find("a")).isEmpty();
  }
}
