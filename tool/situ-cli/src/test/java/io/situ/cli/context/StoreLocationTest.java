// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.cli.console.CliException;
import org.junit.jupiter.api.Test;

class StoreLocationTest {

  @Test
  void plainPathsAreOfThisHost() {
    assertThat(StoreLocation.of("/a//b/../c%20:d", "").uri()).isEqualTo("situ:///a/c%20:d");
    assertThat(StoreLocation.of("x", "").path().toString())
        .isEqualTo(System.getProperty("user.dir") + "/x");
  }

  @Test
  void aNamedStoreTakesPlainPaths() {
    assertThat(StoreLocation.of("/a", "data").uri()).isEqualTo("situ://data/a");
    assertThat(StoreLocation.of("a/b", "data").uri()).isEqualTo("situ://data/a/b");
  }

  @Test
  void urisAreTakenAsTheyAre() {
    assertThat(StoreLocation.of("situ://data/a", "other"))
        .isEqualTo(StoreLocation.of("/a", "data"));
    assertThat(StoreLocation.of("situ:///a", "other")).isEqualTo(StoreLocation.of("/a", ""));
    assertThat(StoreLocation.of("situ:/a", "other")).isEqualTo(StoreLocation.of("/a", ""));
    assertThat(StoreLocation.of("situ://data", "").path().isRoot()).isTrue();
  }

  @Test
  void othersAreRefused() {
    assertThatThrownBy(() -> StoreLocation.of("hdfs://nn/a", "")).isInstanceOf(CliException.class);
    assertThatThrownBy(() -> StoreLocation.of("file:/a", "")).isInstanceOf(CliException.class);
    assertThatThrownBy(() -> StoreLocation.of("", "")).isInstanceOf(CliException.class);
    assertThat(StoreLocation.isForeign("/odd://name")).isFalse();
  }
}
