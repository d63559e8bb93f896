// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/a/*.txt | /a/x.txt | true",
        "/a/*.txt | /a/b/x.txt | false",
        "/a/**.txt | /a/b/x.txt | true",
        "/a/** | /a | false",
        "/a? | /ab | true",
        "/a?b | /a/b | false",
        "/[ab]c | /bc | true",
        "/[!ab]c | /bc | false",
        "/[a-c]x | /bx | true",
        "/a[!b]c | /a/c | false",
        "/{x,yy}/z | /yy/z | true",
        "/{x,yy}/z | /xy/z | false",
        "/a\\*b | /a*b | true",
        "/a\\*b | /axb | false",
        "/a.b* | /axb | false",
        "/(a)+$^* | /(a)+$^z | true",
        "/a,b* | /a,bc | true",
        "/[a^]* | /^ | true",
        "/*é | /xé | true",
      })
  void matches(String glob, String path, boolean expected) {
    assertThat(Glob.isGlob(glob)).isTrue();
    assertThat(Glob.compile(glob).matcher(path).matches()).isEqualTo(expected);
  }

  @Test
  void aStarMatchesAnyCharacterOfAName() {
    assertThat(Glob.compile("/a*").matcher("/a\n\t\uDBFF\uDF80").matches()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a[b", "/{a", "/{a,{b}}", "/a\\"})
  void saysWhatIsWrong(String glob) {
    assertThatThrownBy(() -> Glob.compile(glob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(glob);
  }

  @Test
  void aPlainPathIsNoGlob() {
    assertThat(Glob.isGlob("/a/b-c_d.e,f")).isFalse();
  }
}
