// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.regroup.Binding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalTasksTest {

  private static Binding binding(String... unknownHosts) {
    return new Binding(2, 1, Optional.empty(), Binding.Rules.NONE, false, List.of(unknownHosts));
  }

  @Test
  void hostsThatTheClusterDoesNotKnowAreWarnedOfByName() {
    assertThat(LocalTasks.warning(binding("nodeX", "nodeY")))
        .contains(
            "these hosts hold input, but YARN has no running NodeManager of that name: nodeX,"
                + " nodeY");
    assertThat(LocalTasks.warning(binding())).isEmpty();
  }
}
