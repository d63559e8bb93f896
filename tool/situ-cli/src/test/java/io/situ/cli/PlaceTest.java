// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PlaceTest {

  @Test
  void plainPathsAreOfThisHost() {
    assertThat(Place.of("/a//b/../c%20:d", "").uri()).isEqualTo("situ:///a/c%20:d");
    assertThat(Place.of("x", "").path().toString())
        .isEqualTo(System.getProperty("user.dir") + "/x");
  }

  @Test
  void aNamedStoreTakesPlainPaths() {
    assertThat(Place.of("/a", "data").uri()).isEqualTo("situ://data/a");
    assertThat(Place.of("a/b", "data").uri()).isEqualTo("situ://data/a/b");
  }

  @Test
  void urisAreTakenAsTheyAre() {
    assertThat(Place.of("situ://data/a", "other")).isEqualTo(Place.of("/a", "data"));
    assertThat(Place.of("situ:///a", "other")).isEqualTo(Place.of("/a", ""));
    assertThat(Place.of("situ:/a", "other")).isEqualTo(Place.of("/a", ""));
    assertThat(Place.of("situ://data", "").path().isRoot()).isTrue();
  }

  @Test
  void othersAreRefused() {
    assertThatThrownBy(() -> Place.of("hdfs://nn/a", "")).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> Place.of("file:/a", "")).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> Place.of("", "")).isInstanceOf(Problem.class);
    assertThat(Place.isForeign("/odd://name")).isFalse();
  }
}
