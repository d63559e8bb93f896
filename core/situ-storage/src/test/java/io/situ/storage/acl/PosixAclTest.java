// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.acl.PosixAcl.Entry;
import io.situ.storage.acl.PosixAcl.Tag;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PosixAclTest {

  private static final PosixAcl LIST =
      new PosixAcl(
          List.of(
              new Entry(Tag.OWNER, 6),
              new Entry(Tag.USER, 4, 1),
              new Entry(Tag.OWNING_GROUP, 0),
              new Entry(Tag.MASK, 4),
              new Entry(Tag.OTHER, 0)));

  /** What {@code setfacl -m u:daemon:r} leaves on a file of mode 0600 on Linux. */
  private static final String ON_DISK =
      "02000000"
          + "01000600ffffffff"
          + "0200040001000000"
          + "04000000ffffffff"
          + "10000400ffffffff"
          + "20000000ffffffff";

  @Test
  void isReadAndWrittenAsLinuxKeepsIt() throws IOException {
    byte[] bytes = HexFormat.of().parseHex(ON_DISK);
    assertThat(LIST.bytes()).isEqualTo(bytes);
    assertThat(PosixAcl.parse(bytes)).isEqualTo(LIST);
    assertThat(LIST.ids(Tag.USER)).containsExactly(1);
  }

  @Test
  void bytesThatAreNoListAreRefused() {
    byte[] bytes = LIST.bytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      if (length % 8 != 4) {
        assertThatThrownBy(() -> PosixAcl.parse(cut)).isInstanceOf(IOException.class);
      }
    }
    bytes[4] = 3;
    assertThatThrownBy(() -> PosixAcl.parse(bytes)).hasMessageContaining("unknown kind 3");
    bytes[0] = 1;
    assertThatThrownBy(() -> PosixAcl.parse(bytes)).hasMessageContaining("not known");
  }

  @Test
  void namesAndNumbersAreThoseOfThisHost() {
    assertThat(NssUserLookup.users().id("root")).hasValue(0);
    assertThat(NssUserLookup.groups().name(0)).isEqualTo("root");
    assertThat(NssUserLookup.users().name(-2)).isEqualTo("4294967294");
    assertThat(NssUserLookup.users().id("4294967294")).hasValue(-2);
    assertThat(NssUserLookup.users().id("4294967296")).isEmpty();
    assertThat(NssUserLookup.users().id("nobody-of-that-name")).isEmpty();
    assertThat(NssUserLookup.users().id("--help")).isEmpty();
  }
}
