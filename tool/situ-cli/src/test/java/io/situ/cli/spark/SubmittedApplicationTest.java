// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SubmittedApplicationTest {

  @Test
  void itIsNotReportedAsEnded() {
    SubmittedApplication it = new SubmittedApplication("run", "a.py", Optional.empty());

    assertThat(it.lines())
        .containsExactly(
            "a.py was submitted; whether and how it ended is not known here: 'situ report APPLICATION"
                + " --event-log DIR' prints its report");
    assertThat(it.toJson().path("state").asText()).isEqualTo("SUBMITTED");
    assertThat(it.toJson().has("seconds")).isFalse();
  }

  @Test
  void itsEventLogIsNamed() {
    assertThat(new SubmittedApplication("run", "a\u001b[2J", Optional.of("hdfs://nn/logs")).lines())
        .singleElement()
        .asString()
        .contains("--event-log hdfs://nn/logs'")
        .doesNotContain("\u001b");
  }
}
