// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.config.HostMapping;
import io.situ.storage.config.HostMapping.Host;
import io.situ.storage.mounted.HostNameResolver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From a datafile's handle to the host an engine knows. */
class ServerHostsTest {

  private static final HostNameResolver RESOLVER =
      new HostNameResolver() {
        @Override
        public Optional<String> own() {
          return Optional.of("here");
        }

        @Override
        public Optional<String> of(String address) {
          return Optional.ofNullable(Map.of("127.0.0.12", "two.site").get(address));
        }
      };

  private static ServerHosts servers(String... lines) throws Exception {
    HostMapping names = HostMapping.parse(List.of(lines), "hosts.file");
    return new ServerHosts(names, RESOLVER, RecordedAnswers.ranges()::addresses);
  }

  @Test
  void handlesAreUnsignedAndBoundsAreIncluded() throws Exception {
    HandleRanges ranges = RecordedAnswers.ranges();
    assertThat(ranges.server(4611686018427387903L)).isEqualTo("ofs1");
    assertThat(ranges.server(6148914691236517201L)).isEqualTo("ofs1");
    assertThat(ranges.server(6148914691236517202L)).isEqualTo("ofs2");
    assertThatThrownBy(() -> ranges.server(-1)).hasMessageContaining("18446744073709551615");
    HandleRanges high =
        HandleRanges.parse(
            List.of(
                "<FileSystem>",
                "Name x",
                "<DataHandleRanges>",
                "Range a 3-9223372036854775807, 9223372036854775809-18446744073709551615",
                "</DataHandleRanges>",
                "</FileSystem>"),
            "other",
            "conf");
    assertThat(high.server(-1)).isEqualTo("a");
    assertThatThrownBy(() -> high.server(Long.MIN_VALUE))
        .isInstanceOf(OrangeFsLayoutException.class);
  }

  @Test
  void theFileSystemIsChosenByName() throws Exception {
    List<String> two =
        List.of(
            "<FileSystem>",
            "Name one",
            "<DataHandleRanges>",
            "Range a 1-9",
            "</DataHandleRanges>",
            "</FileSystem>",
            "<FileSystem>",
            "Name two",
            "<DataHandleRanges>",
            "Range b 1-9",
            "</DataHandleRanges>",
            "</FileSystem>");
    assertThat(HandleRanges.parse(two, "two", "conf").server(5)).isEqualTo("b");
    assertThatThrownBy(() -> HandleRanges.parse(two, "three", "conf"))
        .hasMessageContaining("one, two")
        .hasMessageContaining("'three'");
    assertThatThrownBy(() -> HandleRanges.parse(List.of("x"), "two", "conf"))
        .hasMessageContaining("DataHandleRanges");
  }

  @Test
  void namesOfHosts() throws Exception {
    assertThat(servers().host("ofs2")).contains(Host.of("two.site"));
    assertThat(servers().host("ofs1")).isEmpty();
    assertThat(servers().host("tcp://127.0.0.12:3373")).contains(Host.of("two.site"));
    assertThat(servers().host("ib://node7:3335,tcp://node7-eth:3334")).contains(Host.of("node7"));
  }

  @Test
  void theSitesNamesComeFirst() throws Exception {
    for (String name : List.of("ofs3", "tcp://127.0.0.13:3373", "127.0.0.13:3373", "127.0.0.13")) {
      assertThat(servers(name + "\tnode3\t/rack1").host("ofs3"))
          .contains(new Host("node3", Optional.of("/rack1")));
    }
    assertThat(servers("node7-eth\tnode7").host("ib://10.1.1.7:3335,tcp://node7-eth:3334"))
        .contains(Host.of("node7"));
  }
}
