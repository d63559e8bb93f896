// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.wire.LinkProtocol;
import org.junit.jupiter.api.Test;

/** Nonces of requests, remembered for as long as their requests would be taken. */
class SeenNoncesTest {

  private static final long NOW = 1_000_000_000_000L;
  private final SeenNonces seen = new SeenNonces();

  @Test
  void eachIsGoodForOneRequest() {
    assertThat(seen.take("a", NOW, NOW)).isEqualTo(SeenNonces.Answer.FIRST);
    assertThat(seen.take("a", NOW, NOW + 1)).isEqualTo(SeenNonces.Answer.AGAIN);
    assertThat(seen.take("b", NOW, NOW + 1)).isEqualTo(SeenNonces.Answer.FIRST);
  }

  @Test
  void whatIsFullTakesNoMoreUntilThoseAreTooOld() {
    int most = 0;
    while (seen.take("n" + most, NOW, NOW) == SeenNonces.Answer.FIRST) {
      most++;
    }
    assertThat(most).isEqualTo(100_000);
    assertThat(seen.take("n5", NOW, NOW)).isEqualTo(SeenNonces.Answer.AGAIN);

    long later = NOW + LinkProtocol.MAX_CLOCK_SKEW + 1;
    assertThat(seen.take("late", later, later)).isEqualTo(SeenNonces.Answer.FIRST);
  }
}
