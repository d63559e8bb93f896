// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import org.junit.jupiter.api.Test;

class DisplayNamesTest {

  @Test
  void whatATerminalCouldActOnIsEscaped() {
    assertThat(DisplayNames.escaped("a\nb\tc\u001b[0m\u007f")).isEqualTo("a\\nb\\tc\\x1b[0m\\x7f");
    assertThat(DisplayNames.escaped("\u202eevil")).isEqualTo("\\xe2\\x80\\xaeevil");
  }

  @Test
  void bytesThatAreNoTextAreShownAsBytes() {
    byte[] bytes = {'a', (byte) 0xff, 'b'};
    assertThat(DisplayNames.escaped(StorePath.decode(bytes))).isEqualTo("a\\xffb");
  }

  @Test
  void textStaysText() {
    assertThat(DisplayNames.escaped("\u00fcml\u00e4ut \u65e5\u672c"))
        .isEqualTo("\u00fcml\u00e4ut \u65e5\u672c");
    assertThat(DisplayNames.escaped("a\\n")).isEqualTo("a\\\\n");
    assertThat(DisplayNames.printable("a\\n")).isEqualTo("a\\n");
  }
}
