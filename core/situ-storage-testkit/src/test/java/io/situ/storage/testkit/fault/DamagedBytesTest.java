// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DamagedBytesTest {

  private static final byte[] WHOLE = "twenty bytes of text".getBytes(StandardCharsets.US_ASCII);

  @Test
  void theSameSeedMakesTheSameCopies() {
    DamagedBytes one = new DamagedBytes(7);
    DamagedBytes other = new DamagedBytes(7);
    for (int i = 0; i < 1000; i++) {
      assertThat(one.copy(WHOLE)).isEqualTo(other.copy(WHOLE));
    }
  }

  @Test
  void copiesDifferInBytesAndInLength() {
    byte[] before = WHOLE.clone();
    DamagedBytes damage = new DamagedBytes(1);
    Set<String> copies = new HashSet<>();
    Set<Integer> lengths = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      byte[] copy = damage.copy(WHOLE);
      copies.add(new String(copy, StandardCharsets.ISO_8859_1));
      lengths.add(copy.length);
    }

    assertThat(copies).hasSizeGreaterThan(900);
    assertThat(lengths).contains(WHOLE.length, WHOLE.length - 1, WHOLE.length + 1);
    assertThat(WHOLE).isEqualTo(before);
  }

  @Test
  void noBytesGetSome() {
    assertThat(new DamagedBytes(1).copy(new byte[0])).isNotEmpty();
  }
}
