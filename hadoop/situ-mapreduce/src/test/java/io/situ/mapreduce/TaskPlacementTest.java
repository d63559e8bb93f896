// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.regroup.PlacementSummary;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskPlacementTest {

  private static PlacementSummary binding(String... unknownHosts) {
    return binding(PlacementSummary.Rules.NONE, unknownHosts);
  }

  private static PlacementSummary binding(PlacementSummary.Rules rules, String... unknownHosts) {
    return new PlacementSummary(
        2, 1, Optional.empty(), rules, false, List.of(unknownHosts), Optional.empty());
  }

  @Test
  void hostsThatTheClusterDoesNotKnowAreWarnedOfByName() {
    assertThat(TaskPlacement.warning(binding("nodeX", "nodeY")))
        .contains(
            "these hosts hold input, but YARN has no running NodeManager of that name: nodeX,"
                + " nodeY");
    assertThat(TaskPlacement.warning(binding())).isEmpty();
  }

  @Test
  void hostsThatAreNotAskedForStrictlyAreWarnedOf() {
    PlacementSummary.Rules rules = new PlacementSummary.Rules("", "", "not asked for: a reason");

    assertThat(TaskPlacement.warning(binding(rules))).contains("maps are not asked for: a reason");
  }
}
