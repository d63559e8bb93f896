// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostModelTest {

  private final Configuration conf = new Configuration(false);

  @Test
  void valuesHaveUnits() {
    conf.set(CostModel.START.name(), "1500ms");
    conf.set(CostModel.LOCAL.name(), "8m");
    conf.set(CostModel.REMOTE.name(), "64k");
    conf.set(CostModel.PROCESSORS.name(), "0.75");

    CostModel costs = CostModel.of(conf);

    assertThat(costs.startSeconds()).isEqualTo(1.5);
    assertThat(costs.localRate()).isEqualTo(8 << 20);
    assertThat(costs.remoteRate()).isEqualTo(64 << 10);
    assertThat(costs.processors()).hasValue(0.75);
    assertThat(costs.taskSeconds(16 << 20)).isEqualTo(3.5);
    assertThat(costs.remoteSeconds(128 << 10)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "situ.mapreduce.cost.start, soon, milliseconds or a duration such as 30s",
    "situ.mapreduce.cost.start, -1s, milliseconds or a duration such as 30s",
    "situ.mapreduce.cost.local, 0, bytes per second such as 16m",
    "situ.mapreduce.cost.local, fast, bytes per second such as 16m",
    "situ.mapreduce.cost.remote, -5, bytes per second such as 100m",
    "situ.mapreduce.cost.processors, 0, auto or a number above 0 such as 1.5",
    "situ.mapreduce.cost.processors, NaN, auto or a number above 0 such as 1.5",
    "situ.mapreduce.cost.processors, all, auto or a number above 0 such as 1.5"
  })
  void aWrongValueIsNamedWithWhatItMayBe(String key, String value, String form) {
    conf.set(key, value);

    assertThatThrownBy(() -> CostModel.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(key + " is '" + value + "'; it must be " + form);
  }

  @Test
  void aWrongLocalityIsNamedWithWhatItMayBe() {
    conf.set(Locality.KEY.name(), "most");

    assertThatThrownBy(() -> Locality.of(conf))
        .hasMessage("situ.mapreduce.locality is 'most'; it must be auto, strict or off");
  }
}
