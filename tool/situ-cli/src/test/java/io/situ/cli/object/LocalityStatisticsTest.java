// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LocalityStatisticsTest {

  private final LocalityStatistics figures = new LocalityStatistics(100);

  private static Extent on(long offset, long length, String... hosts) {
    return new Extent(offset, length, Stream.of(hosts).map(Replica::on).toList());
  }

  private long reported(String what) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    figures.into(node);
    return node.path(what).asLong();
  }

  @Test
  void aSplitIsNearIfOneHostHoldsAllOfIt() {
    figures.add(250, List.of(on(0, 100, "a"), on(100, 50, "a"), on(150, 100, "b")));
    assertThat(reported("nearBytes")).isEqualTo(150);
    assertThat(reported("nearFiles")).isZero();
    assertThat(reported("hosts")).isEqualTo(2);
    assertThat(figures.allNear()).isFalse();
  }

  @Test
  void oneOfSeveralReplicasIsEnough() {
    figures.add(100, List.of(on(0, 40, "a", "b"), on(40, 60, "b", "c")));
    assertThat(figures.allNear()).isTrue();
    figures.add(100, List.of(on(0, 40, "a"), on(40, 60, "b", "c")));
    assertThat(figures.allNear()).isFalse();
    assertThat(reported("nearFiles")).isOne();
  }

  @Test
  void whatTheStoreDoesNotReportIsNotNear() {
    figures.add(100, List.of(on(0, 99, "a")));
    figures.add(10, List.of());
    assertThat(reported("nearBytes")).isZero();
    assertThat(reported("toldBytes")).isEqualTo(99);
    assertThat(new LocalityStatistics(1).text()).contains("no file");
    assertThat(new LocalityStatistics(1).allNear()).isFalse();
  }

  @Test
  void theTypicalFileHoldsTheMedianByte() {
    assertThat(figures.typical()).isZero();
    for (int i = 0; i < 100; i++) {
      figures.add(10, List.of());
    }
    figures.add(5000, List.of());
    assertThat(figures.typical()).isEqualTo(5000);
    assertThat(figures.question("/d")).isEqualTo(new LayoutAdvice.Query("/d", 100, 5000, 0));
  }
}
