// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers were asked of {@code ceph osd map}. */
class ObjectNameTest {

  @Test
  void objectsOfAFileAreNamedByNumber() {
    ObjectName name = new ObjectName("", 0x10000000000L);
    assertThat(name.hash(0)).isEqualTo(0xf0b56f30);
    assertThat(name.hash(1)).isEqualTo(0x53388f2a);
    assertThat(name.hash(0x100000000L)).isEqualTo(0x2b1b850c);
    assertThat(name.hash(0)).isEqualTo(0xf0b56f30);
  }
}
