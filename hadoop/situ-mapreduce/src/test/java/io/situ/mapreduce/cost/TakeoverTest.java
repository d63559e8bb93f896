// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TakeoverTest {

  private static final double MB = 1 << 20;
  private static final CostModel COSTS =
      new CostModel(0.1, 32 * MB, 100 * MB, OptionalDouble.empty());

  private static HostCapacity[] hosts(int count, int slots) {
    HostCapacity[] hosts = new HostCapacity[count];
    Arrays.fill(hosts, new HostCapacity(slots, slots, 0));
    return hosts;
  }

  @Test
  void hostsStartTheirOwnTasksBeforeOthersTakeThem() {
    double[] work = {0, 128 * MB, 0};

    assertThat(Takeover.of(COSTS, hosts(2, 4), work, new long[] {0, 2, 0})).isEmpty();
  }

  @Test
  void aHostThatIsBusyGivesTasksToTheOthers() {
    double[] work = {1280 * MB, 0, 0, 0};

    List<Takeover> takeovers = Takeover.of(COSTS, hosts(3, 2), work, new long[] {10, 0, 0, 0});

    assertThat(takeovers).contains(new Takeover(0, 1), new Takeover(0, 2)).hasSizeBetween(4, 6);
  }

  @Test
  void tasksOfNoKnownHostAreTakenByAll() {
    double[] work = {0, 0, 512 * MB};

    assertThat(Takeover.of(COSTS, hosts(2, 1), work, new long[] {0, 0, 4}))
        .containsExactlyInAnyOrder(
            new Takeover(2, 0), new Takeover(2, 1), new Takeover(2, 0), new Takeover(2, 1));
  }

  @Test
  void nothingIsTakenWhereTheNetworkCostsMoreThanWaiting() {
    CostModel slowNetwork = new CostModel(0.1, 32 * MB, MB, OptionalDouble.empty());
    double[] work = {1280 * MB, 0, 0};

    assertThat(Takeover.of(slowNetwork, hosts(2, 2), work, new long[] {10, 0, 0})).isEmpty();
  }
}
