// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.config.HostMapping;
import io.situ.storage.config.HostMapping.Host;
import io.situ.storage.mounted.HostNameResolver;
import io.situ.storage.mounted.SystemHostNameResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On directories that look as those of Lustre 2.12 to 2.17 do. */
class OstConnectionsTest {

  private static final HostNameResolver RESOLVER =
      new HostNameResolver() {
        @Override
        public Optional<String> own() {
          return Optional.of("here");
        }

        @Override
        public Optional<String> of(String address) {
          return Optional.ofNullable(Map.of("192.168.56.12", "oss2.site").get(address));
        }
      };

  @TempDir Path osc;

  private void connect(String device, String text) throws IOException {
    Files.writeString(Files.createDirectories(osc.resolve(device)).resolve("ost_conn_uuid"), text);
  }

  private OstConnections targets(String... lines) throws Exception {
    HostMapping names = HostMapping.parse(List.of(lines), "hosts.file");
    return new OstConnections(osc, "testfs", names, RESOLVER);
  }

  @Test
  void allConnectionsAreReported() throws Exception {
    connect("testfs-OST0001-osc-1", "192.168.56.12@tcp\n");
    connect("testfs-OST0000-osc-1", "0@lo\n");

    assertThat(OstConnections.lines(osc))
        .containsExactly("testfs-OST0000-osc-1 0@lo", "testfs-OST0001-osc-1 192.168.56.12@tcp");
    assertThat(OstConnections.lines(osc.resolve("none")))
        .containsExactly("connections cannot be read: " + osc.resolve("none"));
  }

  /** As on the first of two servers, whose metadata target has connections of its own. */
  @Test
  void connectionsOfAMetadataTargetDoNotCount() throws Exception {
    connect("testfs-OST0000-osc-MDT0000", "0@lo\n");
    connect("testfs-OST0000-osc-ffff8da6644c7000", "0@lo\n");
    connect("testfs-OST0002-osc-MDT0000", "192.168.56.12@tcp\n");
    connect("testfs-OST0002-osc-ffff8da6644c7000", "192.168.56.12@tcp\n");

    assertThat(targets().host(0).map(Host::name)).contains("here");
    assertThat(targets().host(2).map(Host::name)).contains("oss2.site");
  }

  @Test
  void serversAreFoundByTheirConnections() throws Exception {
    connect("testfs-OST0000-osc-ff11000127608800", "0@lo\n");
    connect("testfs-OST000a-osc-ff11000127608800", "192.168.56.12@tcp\n");
    connect("testfs-OST0002-osc-ff11000127608800", "27@gni\n");
    connect("testfs-OST0003-osc-ff11000127608800", "<none>\n");
    connect("testfs-OST0004-osc-MDT0000", "192.168.56.12@tcp\n");
    connect("other-OST0005-osc-ff11000127608800", "192.168.56.12@tcp\n");
    OstConnections targets = targets();

    assertThat(targets.host(0)).contains(Host.of("here"));
    assertThat(targets.host(10)).contains(Host.of("oss2.site"));
    for (int unknown : new int[] {1, 2, 3, 4, 5, 77}) {
      assertThat(targets.host(unknown)).isEmpty();
    }
    assertThat(targets.seesAny()).isTrue();
  }

  @Test
  void aFailoverIsFollowedWhenTheIntervalIsOver() throws Exception {
    connect("testfs-OST0000-osc-1", "192.168.56.12@tcp\n");
    HostMapping names = HostMapping.parse(List.of("192.168.56.13\toss3.site"), "hosts.file");
    OstConnections following = new OstConnections(osc, "testfs", names, RESOLVER, Duration.ZERO);
    OstConnections patient = new OstConnections(osc, "testfs", names, RESOLVER, Duration.ofDays(1));
    for (OstConnections targets : List.of(following, patient)) {
      assertThat(targets.host(0)).contains(Host.of("oss2.site"));
    }
    connect("testfs-OST0000-osc-1", "192.168.56.13@tcp\n");

    assertThat(following.host(0)).contains(Host.of("oss3.site"));
    assertThat(patient.host(0)).contains(Host.of("oss2.site"));
    connect("testfs-OST0000-osc-1", "<none>\n");
    assertThat(following.host(0)).isEmpty();
  }

  @Test
  void theSitesNamesComeFirst() throws Exception {
    connect("testfs-OST0000-osc-1", "0@lo\n");
    connect("testfs-OST0001-osc-1", "27@gni\n");
    connect("testfs-OST0002-osc-1", "192.168.56.12@tcp1\n");
    connect("testfs-OST0003-osc-1", "192.168.56.12@tcp\n");
    OstConnections targets =
        targets(
            "testfs-OST0000\tnode1\t/rack1",
            "27@gni\tnode2",
            "192.168.56.12@tcp1\tnode3",
            "192.168.56.12\tnode4");

    assertThat(targets.host(0)).contains(new Host("node1", Optional.of("/rack1")));
    assertThat(targets.host(1)).contains(Host.of("node2"));
    assertThat(targets.host(2)).contains(Host.of("node3"));
    assertThat(targets.host(3)).contains(Host.of("node4"));
  }

  @Test
  void withoutAClientNoServerIsKnown() throws Exception {
    OstConnections targets =
        new OstConnections(osc.resolve("none"), "testfs", new HostMapping(Map.of()), RESOLVER);

    assertThat(targets.seesAny()).isFalse();
    assertThat(targets.host(0)).isEmpty();
  }

  @Test
  void namesOfAddresses() {
    HostNameResolver names = new SystemHostNameResolver();

    assertThat(names.of("127.0.0.1")).isNotEmpty();
    assertThat(names.of("27")).isEmpty();
    assertThat(names.of("")).isEmpty();
  }
}
