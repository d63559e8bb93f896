// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers are what {@code ceph osd map} of Ceph 16.2.15 answered. */
final class RjenkinsHashTest {

  @ParameterizedTest
  @CsvSource({
    "10000000000.00000000, f0b56f30, 10",
    "10000000000.00000001, 53388f2a, a",
    "10000000000.100000000, 2b1b850c, c",
    "foo, 7fc1f406, 6",
    "a, 29eec818, 18",
    "'', bd49d10d, d",
    "abcdefghijkl, 0b1b3ea5, 5",
    "abcdefghijklmnop, fa1ecf51, 11",
  })
  void namesFallIntoTheirGroups(String name, String hash, String group) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int known = Integer.parseUnsignedInt(hash, 16);
    assertThat(RjenkinsHash.of(bytes, bytes.length)).isEqualTo(known);
    assertThat(RjenkinsHash.stableMod(known, 32)).isEqualTo(Integer.parseInt(group, 16));
  }

  @Test
  void aNamespaceGoesBeforeTheName() {
    byte[] name = "ns1\037obj1".getBytes(StandardCharsets.UTF_8);
    assertThat(RjenkinsHash.of(name, name.length)).isEqualTo(0xf490d39d);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "12345, 1, 0",
    "7, 8, 7",
    "8, 8, 0",
    "11, 12, 11",
    "12, 12, 4",
    "15, 12, 7"
  })
  void anyNumberOfGroupsIsUsed(int hash, int groups, int group) {
    assertThat(RjenkinsHash.stableMod(hash, groups)).isEqualTo(group);
  }
}
