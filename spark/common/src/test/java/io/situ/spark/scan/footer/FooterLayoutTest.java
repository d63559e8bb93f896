// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FooterLayoutTest {

  private static FooterLayout.Group group(long start) {
    return new FooterLayout.Group(
        start, new long[] {start, start + 10}, new long[] {10, 5}, new int[] {0, 1});
  }

  @Test
  void givesTheBytesOfTheAskedColumns() {
    FooterLayout layout = new FooterLayout(List.of("a", "b.c"), List.of(group(4), group(100)));

    FooterLayout.Asked asked = layout.asked(1, layout.asked(Set.of("b.c")::contains));

    assertThat(asked.starts()).containsExactly(110);
    assertThat(asked.lengths()).containsExactly(5);
  }

  @Test
  void withoutAnAskedColumnAllCount() {
    FooterLayout layout = new FooterLayout(List.of("a", "b.c"), List.of(group(4)));

    assertThat(layout.asked(0, layout.asked(column -> false)).lengths()).containsExactly(10, 5);
  }

  @Test
  void refusesGroupsThatAreNotInOrder() {
    assertThatThrownBy(() -> new FooterLayout(List.of("a", "b"), List.of(group(9), group(4))))
        .hasMessageContaining("not in the order");
  }
}
