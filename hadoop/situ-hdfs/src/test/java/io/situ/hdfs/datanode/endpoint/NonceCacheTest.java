// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.wire.LinkProtocol;
import org.junit.jupiter.api.Test;

/** Nonces of requests, remembered for as long as their requests would be taken. */
class NonceCacheTest {

  private static final long NOW = 1_000_000_000_000L;
  private final NonceCache seen = new NonceCache();

  @Test
  void eachIsGoodForOneRequest() {
    assertThat(seen.register("a", NOW, NOW)).isEqualTo(NonceCache.Answer.FIRST);
    assertThat(seen.register("a", NOW, NOW + 1)).isEqualTo(NonceCache.Answer.AGAIN);
    assertThat(seen.register("b", NOW, NOW + 1)).isEqualTo(NonceCache.Answer.FIRST);
  }

  @Test
  void whatIsFullTakesNoMoreUntilThoseAreTooOld() {
    int most = 0;
    while (seen.register("n" + most, NOW, NOW) == NonceCache.Answer.FIRST) {
      most++;
    }
    assertThat(most).isEqualTo(100_000);
    assertThat(seen.register("n5", NOW, NOW)).isEqualTo(NonceCache.Answer.AGAIN);

    long later = NOW + LinkProtocol.MAX_CLOCK_SKEW + 1;
    assertThat(seen.register("late", later, later)).isEqualTo(NonceCache.Answer.FIRST);
  }
}
