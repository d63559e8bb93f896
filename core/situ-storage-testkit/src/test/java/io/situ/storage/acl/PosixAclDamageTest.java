// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.acl;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.acl.PosixAcl.Entry;
import io.situ.storage.acl.PosixAcl.Tag;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Access lists as Linux keeps them, damaged. */
class PosixAclDamageTest {

  private static final int MUTATIONS = 100_000;

  private static final PosixAcl LIST =
      new PosixAcl(
          List.of(
              new Entry(Tag.OWNER, 6),
              new Entry(Tag.USER, 4, 1),
              new Entry(Tag.OWNING_GROUP, 0),
              new Entry(Tag.GROUP, 7, -2),
              new Entry(Tag.MASK, 4),
              new Entry(Tag.OTHER, 0)));

  @Test
  void anyBytesAreAListOrAreRefused() {
    byte[] whole = LIST.bytes();
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = damage.copy(whole);
      try {
        PosixAcl list = PosixAcl.parse(bytes);
        assertThat(list.entries()).hasSize(bytes.length / 8);
        assertThat(list.entries()).allMatch(entry -> entry.bits() >= 0 && entry.bits() <= 7);
        assertThat(PosixAcl.parse(list.bytes())).isEqualTo(list);
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }
}
