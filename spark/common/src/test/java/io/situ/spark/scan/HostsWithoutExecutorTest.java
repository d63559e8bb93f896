// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As Spark's History Server reads it, which gives up a whole log for an event that it cannot. */
class HostsWithoutExecutorTest {

  private static final String NAME = "io.situ.spark.scan.HostsWithoutExecutor";

  private static HostsWithoutExecutor read(String fields) {
    String json = "{\"Event\":\"" + NAME + "\"" + fields + "}";
    return (HostsWithoutExecutor) JsonProtocol.sparkEventFromJson(json);
  }

  @Test
  void anEventIsReadAsItWasWritten() {
    HostsWithoutExecutor event =
        new HostsWithoutExecutor(3, 10, Map.of("h", 4L), Map.of("h", List.of("10.0.0.3")));

    assertThat(JsonProtocol.sparkEventFromJson(JsonProtocol.sparkEventToJsonString(event)))
        .isEqualTo(event);
  }

  @Test
  void anEventOfAnEarlierVersionHasNoAddresses() {
    assertThat(read(",\"scan\":3,\"planned\":10,\"hosts\":{\"h\":4}"))
        .isEqualTo(new HostsWithoutExecutor(3, 10, Map.of("h", 4L), Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"later\":1", ",\"hosts\":null,\"addresses\":null"})
  void anEventOfAnotherVersionThatLacksAllIsRead(String fields) {
    assertThat(read(fields)).isEqualTo(new HostsWithoutExecutor(0, 0, Map.of(), Map.of()));
  }
}
