// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchTestbedTest {

  /** Ceph refuses an object that is smaller than a stripe unit. */
  @Test
  void aLayoutSaysTheStripeUnitAsWell() {
    assertThat(BenchTestbed.layout(1 << 20))
        .isEqualTo("stripe_unit=1048576 stripe_count=1 object_size=1048576 pool=cephfs_data");
  }
}
