// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.testbed.process.TestbedException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestbedOptionsTest {

  @Test
  void survivesBeingWrittenDown() {
    TestbedOptions options =
        TestbedOptions.gluster(5, 3)
            .withLink("1gbit")
            .withHadoop(
                TestbedOptions.Hadoop.standard()
                    .withBundle(Path.of("/opt/situ.jar"))
                    .withConf(Map.of("dfs.replication", "2", "empty", "")));

    assertThat(TestbedOptions.fromProperties(options.toProperties())).isEqualTo(options);
    assertThat(TestbedOptions.fromProperties(options.withoutHadoop().toProperties()))
        .isEqualTo(options.withoutHadoop());
    TestbedOptions cut = options.withStore(gluster(1).withRedundancy(2).withShard("64MB"));
    assertThat(TestbedOptions.fromProperties(cut.toProperties())).isEqualTo(cut);
    TestbedOptions gateways = options.withStore(ceph().withRgw());
    assertThat(TestbedOptions.fromProperties(gateways.toProperties())).isEqualTo(gateways);
    TestbedOptions unmounted = gateways.withStore(gateways.store().withoutMount());
    assertThat(TestbedOptions.fromProperties(unmounted.toProperties())).isEqualTo(unmounted);
    assertThat(unmounted.store().rgw()).isTrue();
    assertThat(unmounted.store().mounted()).isFalse();
    TestbedOptions apart = options.withStore(gluster(2).onDedicatedHosts(3));
    assertThat(TestbedOptions.fromProperties(apart.toProperties())).isEqualTo(apart);
  }

  @Test
  void theLastHostsHoldTheStoreWhereTheyAreDedicated() {
    TestbedOptions shared = TestbedOptions.gluster(5, 2);
    TestbedOptions apart = shared.withStore(gluster(2).onDedicatedHosts(2));

    for (int host = 1; host <= 5; host++) {
      assertThat(shared.storesOn(host) && shared.computesOn(host)).isTrue();
      assertThat(apart.storesOn(host)).isEqualTo(host > 3);
      assertThat(apart.computesOn(host)).isEqualTo(host <= 3);
    }
    assertThat(apart.toString()).contains("on the last 2");
  }

  @Test
  void refusesDedicatedHostsThatCannotBe() {
    TestbedOptions three = TestbedOptions.gluster(3, 2);
    assertThatThrownBy(() -> three.withStore(gluster(2).onDedicatedHosts(3)))
        .hasMessageContaining("at most 2, not 3");
    assertThatThrownBy(() -> three.withStore(gluster(2).onDedicatedHosts(1)))
        .hasMessageContaining("at most 1 replicas, not 2");
    assertThatThrownBy(() -> gluster(1).onDedicatedHosts(-1)).hasMessageContaining("not -1");
    assertThatThrownBy(() -> ceph().withRgw().onDedicatedHosts(1)).hasMessageContaining("--rgw");
    assertThatThrownBy(() -> TestbedOptions.posix(3).store().onDedicatedHosts(1))
        .hasMessageContaining("posix");
  }

  private static TestbedOptions.Storage gluster(int replica) {
    return new TestbedOptions.Storage(TestbedOptions.StoreKind.GLUSTER, replica);
  }

  private static TestbedOptions.Storage ceph() {
    return new TestbedOptions.Storage(TestbedOptions.StoreKind.CEPH, 2);
  }

  @Test
  void refusesStoresThatCannotBe() {
    assertThatThrownBy(() -> gluster(2).withRgw()).hasMessageContaining("--store ceph");
    assertThatThrownBy(() -> gluster(2).withoutMount()).hasMessageContaining("--store ceph");
    assertThatThrownBy(() -> gluster(2).withRedundancy(1)).hasMessageContaining("not both");
    TestbedOptions four = TestbedOptions.posix(4);
    assertThatThrownBy(() -> four.store().withRedundancy(1)).hasMessageContaining("posix");
    assertThatThrownBy(() -> four.store().withShard("4MB")).hasMessageContaining("posix");
    assertThatThrownBy(() -> four.withStore(gluster(1).withRedundancy(2)))
        .hasMessageContaining("at least 5 hosts, not 4");
    for (String size : new String[] {"", "3MB", "4", "4 MB", "64KB", "x"}) {
      assertThatThrownBy(() -> gluster(1).withShard(size)).hasMessageContaining("4MB");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 9})
  void refusesNumbersOfHostsItCannotMake(int hosts) {
    assertThatThrownBy(() -> TestbedOptions.posix(hosts))
        .isInstanceOf(TestbedException.class)
        .hasMessageContaining("1 to 8 hosts, not " + hosts);
  }

  @Test
  void refusesMoreReplicasThanHosts() {
    assertThatThrownBy(() -> TestbedOptions.gluster(3, 4)).hasMessageContaining("at most 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "1gbit; reboot", "-1gbit", "0mbit", "1 gbit"})
  void refusesLinkSpeedsThatAreNone(String speed) {
    assertThatThrownBy(() -> TestbedOptions.posix(1).withLink(speed))
        .isInstanceOf(TestbedException.class)
        .hasMessageContaining("1gbit");
  }

  @Test
  void saysWhatALinkCarriesInBytes() {
    TestbedOptions posix = TestbedOptions.posix(1);
    assertThat(posix.linkRate()).isEmpty();
    assertThat(posix.withLink("1gbit").linkRate()).hasValue(125_000_000);
    assertThat(posix.withLink("250mbit").linkRate()).hasValue(31_250_000);
    assertThat(posix.withLink("800kbit").linkRate()).hasValue(100_000);
  }
}
