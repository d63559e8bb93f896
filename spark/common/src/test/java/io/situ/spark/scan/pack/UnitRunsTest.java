// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnitRunsTest {

  private static ScanUnit unit(int file, long start, long end, int[] hosts, long... local) {
    return new ScanUnit(new FileRange(file, start, end), end - start, hosts, local);
  }

  private static List<FileRange> join(long longest, ScanUnit... units) {
    return UnitRuns.join(List.of(units), longest, 0.995).stream().map(ScanUnit::range).toList();
  }

  @Test
  void endsWhereNoHostIsBestForBothSides() {
    List<ScanUnit> joined =
        UnitRuns.join(
            List.of(
                unit(0, 0, 4, new int[] {0, 1}, 4, 4),
                unit(0, 4, 8, new int[] {2, 1}, 4, 4),
                unit(0, 8, 12, new int[] {0, 2}, 4, 4)),
            100,
            0.995);

    assertThat(joined)
        .extracting(ScanUnit::range)
        .containsExactly(new FileRange(0, 0, 8), new FileRange(0, 8, 12));
    assertThat(joined.get(0).hosts()).containsExactly(0, 1, 2);
    assertThat(joined.get(0).local()).containsExactly(4, 8, 4);
    assertThat(joined.get(0).bytes()).isEqualTo(8);
  }

  @Test
  void aHostThatHoldsLessIsNotInCommon() {
    assertThat(join(100, unit(0, 0, 4, new int[] {0, 1}, 4, 3), unit(0, 4, 8, new int[] {1}, 4)))
        .hasSize(2);
  }

  @Test
  void endsWithFilesAndWhereItIsLongEnough() {
    int[] a = {0};
    assertThat(
            join(
                7,
                unit(0, 0, 4, a, 4),
                unit(0, 4, 8, a, 4),
                unit(0, 8, 10, a, 2),
                unit(1, 10, 11, a, 1)))
        .containsExactly(new FileRange(0, 0, 4), new FileRange(0, 4, 10), new FileRange(1, 10, 11));
  }

  @Test
  void whatIsNowhereIsJoinedWithItsLike() {
    int[] none = {};
    assertThat(join(100, unit(0, 0, 4, none), unit(0, 4, 8, none), unit(0, 8, 9, new int[] {0}, 1)))
        .containsExactly(new FileRange(0, 0, 8), new FileRange(0, 8, 9));
  }
}
