// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.scheduler.TaskLocation;
import org.apache.spark.storage.BlockManagerId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapOutputLocationTest {

  @Test
  void namesTheHostThatWroteAndNoTwoOutputsHaveOneInCommon() {
    BlockManagerId one = MapOutputLocation.of(1, 5, "node-1.example.org");
    BlockManagerId other = MapOutputLocation.of(2, 6, "node-1.example.org");

    assertThat(TaskLocation.apply(one.host()).host()).isEqualTo("node-1.example.org");
    assertThat(other.host()).isNotEqualTo(one.host());
    assertThat(other.executorId()).isNotEqualTo(one.executorId());
    assertThat(MapOutputLocation.length(other)).isEqualTo(6);
  }

  /** As Spark names hosts of IPv6, whose names it checks. */
  @ParameterizedTest
  @ValueSource(strings = {"[::1]", "[fd00::1]", "node_1"})
  void aHostThatCannotBeNamedInItIsLeftOut(String writer) {
    BlockManagerId place = MapOutputLocation.of(3, 5, writer);

    assertThat(TaskLocation.apply(place.host()).host()).isEqualTo("situ-map-3");
    assertThat(MapOutputLocation.length(place)).isEqualTo(5);
  }
}
