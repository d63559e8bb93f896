// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BytesByHostTest {

  private static final List<Extent> EXTENTS =
      List.of(on(0, 100, "a", "b"), on(100, 100, "b", "b"), on(300, 100, "c"), on(400, 50));

  private final BytesByHost bytes = new BytesByHost();

  private static Extent on(long offset, long length, String... hosts) {
    return new Extent(offset, length, Stream.of(hosts).map(Replica::on).toList());
  }

  @Test
  void anyReplicaCountsAndAHostCountsOnce() {
    bytes.add(EXTENTS, 50, 180);
    assertThat(bytes.most()).isEqualTo(130);
    assertThat(bytes.most("a"::equals)).isEqualTo(50);
    assertThat(bytes.most("x"::equals)).isZero();
    assertThat(bytes.known()).isEqualTo(130);
  }

  @Test
  void rangesAddUpAndGapsAreOfNoHost() {
    bytes.add(EXTENTS, 150, 310);
    assertThat(bytes.most()).isEqualTo(50);
    assertThat(bytes.known()).isEqualTo(60);
    bytes.add(EXTENTS, 310, 1000);
    assertThat(bytes.most()).isEqualTo(100);
    assertThat(bytes.known()).isEqualTo(150);
  }

  @Test
  void withoutExtentsNothingIsKnown() {
    bytes.add(List.of(), 0, 100);
    assertThat(bytes.most()).isZero();
    assertThat(bytes.known()).isZero();
  }
}
