// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PieceTest {

  private static Piece piece(long start, long end, String... hosts) {
    return new Piece(start, end, List.of(hosts));
  }

  @Test
  void coversAFileWithGapsAndWhatLiesBehindItsEnd() {
    assertThat(Piece.covering(List.of(piece(5, 10, "a"), piece(10, 30, "a")), 20))
        .containsExactly(piece(0, 5), piece(5, 20, "a"));
    assertThat(Piece.covering(List.of(), 7)).containsExactly(piece(0, 7));
    assertThat(Piece.covering(List.of(piece(0, 4, "a")), 0)).isEmpty();
  }

  @Test
  void refusesWhatIsNoRange() {
    assertThatThrownBy(() -> piece(3, 2)).hasMessage("no such range: 3 to 2");
  }
}
