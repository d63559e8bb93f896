// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"\u001b", "\u007f", "\u009b", "\u202e", "\u2028", "\ud800", "\n", "\t"})
  void whatATerminalCouldActOnIsReplaced(String one) {
    assertThat(PlainText.of("a" + one + "b", '?')).isEqualTo("a?b");
  }

  @Test
  void textStaysText() {
    String text = "\u00fcml\u00e4ut \u65e5\u672c \ud83d\ude00 \\n";
    assertThat(PlainText.of(text, '?')).isEqualTo(text);
  }
}
