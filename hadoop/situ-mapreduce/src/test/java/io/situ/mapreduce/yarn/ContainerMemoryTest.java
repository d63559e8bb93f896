// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ContainerMemoryTest {

  private final Configuration conf = new Configuration(false);

  private long granted(long megabytes) {
    return ContainerMemory.of(conf).granted(megabytes);
  }

  @Test
  void containersAreWholeMinimumAllocations() {
    assertThat(granted(1)).isEqualTo(1024);
    assertThat(granted(1024)).isEqualTo(1024);
    assertThat(granted(1536)).isEqualTo(2048);

    conf.set("yarn.scheduler.minimum-allocation-mb", "600");
    assertThat(granted(1024)).isEqualTo(1200);

    conf.set("yarn.scheduler.minimum-allocation-mb", "0");
    assertThat(granted(1023)).isEqualTo(1023);
  }

  @Test
  void theFairSchedulerHasAStepOfItsOwn() {
    conf.set(
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler");
    conf.set("yarn.scheduler.minimum-allocation-mb", "256");
    assertThat(granted(1025)).isEqualTo(2048);

    conf.set("yarn.scheduler.increment-allocation-mb", "512");
    assertThat(granted(1025)).isEqualTo(1536);
    assertThat(granted(1)).isEqualTo(512);

    conf.set("yarn.resource-types.memory-mb.increment-allocation", "128Mi");
    assertThat(granted(1025)).isEqualTo(1152);

    conf.set("yarn.resource-types.memory-mb.increment-allocation", "2 Gi");
    assertThat(granted(1025)).isEqualTo(2048);

    conf.set("yarn.resource-types.memory-mb.increment-allocation", "256");
    assertThat(granted(1025)).isEqualTo(1280);

    conf.set("yarn.resource-types.memory-mb.increment-allocation", "2 pounds");
    assertThat(granted(1025)).isEqualTo(1536);
  }
}
