// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Extents that are put behind one another. */
class ExtentTest {

  private static final List<Replica> A = List.of(Replica.on("a"));
  private static final List<Replica> B = List.of(Replica.on("b"));

  @Test
  void onlyWhatGoesOnOnTheSameHostsIsJoined() {
    List<Extent> extents = new ArrayList<>();
    Extent.append(extents, new Extent(0, 4, A));
    Extent.append(extents, new Extent(4, 4, A));
    Extent.append(extents, new Extent(8, 4, B));
    Extent.append(extents, new Extent(16, 4, B));

    assertThat(extents)
        .containsExactly(new Extent(0, 8, A), new Extent(8, 4, B), new Extent(16, 4, B));
  }
}
