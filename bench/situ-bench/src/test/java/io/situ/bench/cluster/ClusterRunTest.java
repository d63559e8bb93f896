// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is shown of a run. */
class ClusterRunTest {

  private static String spread(Long... maps) {
    ClusterRun run = new ClusterRun(1, 0, null, 1, 0, 0, Map.of(), List.of(maps));
    return run.cell("time of a map: least, quartiles, most");
  }

  @Test
  void timesOfMapsAreShownByQuartiles() {
    assertThat(spread(5_000L, 1_000L, 3_000L, 2_040L, 4_000L))
        .isEqualTo("1.0, 2.0, 3.0, 4.0, 5.0 s");
    assertThat(spread(2_000L)).isEqualTo("2.0, 2.0, 2.0, 2.0, 2.0 s");
    assertThat(spread()).isEmpty();
  }
}
