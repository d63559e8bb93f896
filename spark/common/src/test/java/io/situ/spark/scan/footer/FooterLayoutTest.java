// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.spark.scan.pack.Piece;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FooterLayoutTest {

  private static FooterLayout.Group group(long start) {
    return new FooterLayout.Group(
        start, new long[] {start, start + 10}, new long[] {10, 5}, new int[] {0, 1});
  }

  @Test
  void givesTheBytesOfTheAskedColumns() {
    FooterLayout layout = new FooterLayout(List.of("a", "b.c"), List.of(group(4), group(100)));

    List<FooterLayout.Asked> asked = layout.asked(Set.of("b.c")::contains, List.of());

    assertThat(asked).extracting(FooterLayout.Asked::start).containsExactly(4L, 100L);
    assertThat(asked.get(1).starts()).containsExactly(110);
    assertThat(asked.get(1).lengths()).containsExactly(5);
  }

  /** A table of many columns and files would not fit into the driver's memory otherwise. */
  @Test
  void keepsOneRangeForEachPieceWhateverTheNumberOfColumns() {
    int count = 300;
    long[] starts = IntStream.range(0, count).mapToLong(i -> 4 + 10L * i).toArray();
    long[] lengths = LongStream.generate(() -> 10).limit(count).toArray();
    int[] column = IntStream.range(0, count).toArray();
    List<String> columns = IntStream.range(0, count).mapToObj(i -> "c" + i).toList();
    FooterLayout layout =
        new FooterLayout(columns, List.of(new FooterLayout.Group(4, starts, lengths, column)));
    List<Piece> pieces =
        List.of(
            new Piece(0, 1000, List.of("h1")),
            new Piece(1000, 1007, List.of("h2")),
            new Piece(1007, 5000, List.of("h3")));

    FooterLayout.Asked all = layout.asked(name -> true, pieces).get(0);
    assertThat(all.starts()).containsExactly(4, 1000, 1007);
    assertThat(all.lengths()).containsExactly(996, 7, 1997);

    FooterLayout.Asked even =
        layout.asked(name -> Integer.parseInt(name.substring(1)) % 2 == 0, pieces).get(0);
    assertThat(even.starts()).containsExactly(4, 1004, 1007);
    assertThat(even.lengths()).containsExactly(500, 3, 997);
  }

  @Test
  void chunksInAnyOrderAndBeyondTheLastPieceCount() {
    FooterLayout layout =
        new FooterLayout(
            List.of("a", "b"),
            List.of(
                new FooterLayout.Group(
                    4, new long[] {90, 4}, new long[] {30, 6}, new int[] {0, 1})));

    FooterLayout.Asked asked =
        layout.asked(name -> true, List.of(new Piece(0, 100, List.of("h1")))).get(0);

    assertThat(asked.starts()).containsExactly(4);
    assertThat(asked.lengths()).containsExactly(36);
  }

  @Test
  void withoutAnAskedColumnAllCount() {
    FooterLayout layout = new FooterLayout(List.of("a", "b.c"), List.of(group(4)));

    assertThat(layout.asked(column -> false, List.of()).get(0).lengths()).containsExactly(15);
  }

  @Test
  void refusesGroupsThatAreNotInOrder() {
    assertThatThrownBy(() -> new FooterLayout(List.of("a", "b"), List.of(group(9), group(4))))
        .hasMessageContaining("not in the order");
  }
}
