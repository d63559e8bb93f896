// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementMapTest {

  @Test
  void drawsEachHostsPart() {
    List<Extent> extents =
        List.of(
            new Extent(0, 24, List.of(Replica.on("b"), Replica.on("long"))),
            new Extent(24, 24, List.of(Replica.on("b"))));

    assertThat(PlacementMap.title(48, extents)).isEqualTo("48 B in 2 extents on 2 hosts");
    assertThat(PlacementMap.rows(48, extents))
        .containsExactly(
            "  b     " + "\u2588".repeat(48) + "  48 B",
            "  long  " + "\u2588".repeat(24) + "\u00b7".repeat(24) + "  24 B");
  }

  @Test
  void saysWhenNothingIsKnown() {
    assertThat(PlacementMap.title(5, List.of())).contains("does not report its placement");
    assertThat(PlacementMap.rows(5, List.of())).isEmpty();
  }

  @Test
  void fileShorterThanTheMapIsDrawn() {
    assertThat(PlacementMap.rows(1, List.of(new Extent(0, 1, List.of(Replica.on("a"))))))
        .hasSize(1);
  }
}
