// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorePathTest {

  private static final int CASES = 20_000;

  /** A name that is neither empty nor a dot or two, in any bytes but NUL and slash. */
  private static byte[] randomName(Random random) {
    byte[] name = new byte[1 + random.nextInt(12)];
    int style = random.nextInt(4);
    for (int i = 0; i < name.length; i++) {
      int b =
          switch (style) {
            case 0 -> 1 + random.nextInt(127);
            case 1 -> 128 + random.nextInt(128);
            case 2 -> new int[] {0xF4, 0x8F, 0xB8, 0xB9, 0xBA, 0xBB, 0x80, 0xBF}[random.nextInt(8)];
            default -> 1 + random.nextInt(255);
          };
      name[i] = (byte) (b == '/' ? '_' : b);
    }
    boolean dots = name.length <= 2 && name[0] == '.' && name[name.length - 1] == '.';
    return dots ? new byte[] {'x'} : name;
  }

  private static byte[] randomBytes(Random random) {
    StringBuilder latin = new StringBuilder();
    for (int depth = random.nextInt(4); depth >= 0; depth--) {
      latin.append('/').append(new String(randomName(random), StandardCharsets.ISO_8859_1));
    }
    return latin.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void anyBytesComeBackUnharmed() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = randomBytes(random);
      StorePath path = StorePath.ofBytes(bytes);
      assertThat(path.toBytes()).as("seed %d, case %d", seed, i).isEqualTo(bytes);
      assertThat(StorePath.of(path.toString())).isEqualTo(path);
      byte[] utf8 = path.toString().getBytes(StandardCharsets.UTF_8);
      assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(path.toString());
    }
  }

  @Test
  void oneObjectHasOnePath() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      StringBuilder text = new StringBuilder("/");
      for (int n = random.nextInt(6); n >= 0; n--) {
        text.appendCodePoint(0x10FE80 + random.nextInt(0x80));
      }
      StorePath path = StorePath.of(text.toString());
      StorePath again = StorePath.ofBytes(path.toBytes());
      assertThat(again).as("seed %d, case %d", seed, i).isEqualTo(path);
      assertThat(StorePath.ROOT.child(text.substring(1))).isEqualTo(path);
    }
    assertThat(StorePath.of("/\uDBFF\uDEC3\uDBFF\uDEBC")).isEqualTo(StorePath.of("/ü"));
  }

  @Test
  void theOrderIsThatOfUtf8Bytes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      StorePath a = StorePath.ofBytes(randomBytes(random));
      StorePath b = StorePath.ofBytes(randomBytes(random));
      int expected =
          Arrays.compareUnsigned(
              a.toString().getBytes(StandardCharsets.UTF_8),
              b.toString().getBytes(StandardCharsets.UTF_8));
      assertThat(Integer.signum(a.compareTo(b)))
          .as("seed %d, case %d", seed, i)
          .isEqualTo(Integer.signum(expected));
    }
  }

  @Test
  void supplementaryCharactersComeLast() {
    List<StorePath> paths = new ArrayList<>();
    for (String name : new String[] {"\uD83D\uDE00", "\uFFFD", "a", "\u00E9", "Z"}) {
      paths.add(StorePath.ROOT.child(name));
    }
    paths.sort(null);
    assertThat(paths.stream().map(StorePath::name))
        .containsExactly("Z", "a", "\u00E9", "\uFFFD", "\uD83D\uDE00");
  }

  @ParameterizedTest
  @CsvSource({"/,/", "//,/", "/a,/a", "/a/,/a", "//a///b//,/a/b", "/...,/...", "'/ a ','/ a '"})
  void slashesAreNormal(String text, String expected) {
    assertThat(StorePath.of(text)).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "a/b", "/.", "/..", "/a/../b", "/a/.", "/a\0b", "/\uD800", "/a\uDC00b"})
  void whatIsNoPathIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> StorePath.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "a\0", "\uDBFF"})
  void whatIsNoNameIsRefused(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> StorePath.of("/d").child(name));
  }

  @Test
  void halfACharacterHasNoBytes() {
    assertThatIllegalArgumentException().isThrownBy(() -> StorePath.encode("a\uD800"));
  }

  @Test
  void aPathHasANameAndAParent() {
    StorePath path = StorePath.of("/a/b");
    assertThat(path.name()).isEqualTo("b");
    assertThat(path.parent()).contains(StorePath.of("/a"));
    assertThat(StorePath.of("/a").parent()).contains(StorePath.ROOT);
    assertThat(StorePath.ROOT.parent()).isEmpty();
    assertThat(StorePath.ROOT.name()).isEmpty();
    assertThat(StorePath.ROOT.isRoot()).isTrue();
    assertThat(StorePath.ROOT.child("a").child("b")).isEqualTo(path);
  }

  @Test
  void aPathStartsWithWholeNames() {
    StorePath path = StorePath.of("/a/bc");
    assertThat(path.startsWith(StorePath.ROOT)).isTrue();
    assertThat(path.startsWith(path)).isTrue();
    assertThat(path.startsWith(StorePath.of("/a"))).isTrue();
    assertThat(path.startsWith(StorePath.of("/a/b"))).isFalse();
    assertThat(StorePath.of("/a").startsWith(path)).isFalse();
  }

  @Test
  void withinAndUnderAreEachOthersReverse() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      StorePath base = i % 10 == 0 ? StorePath.ROOT : StorePath.ofBytes(randomBytes(random));
      StorePath path = i % 7 == 0 ? StorePath.ROOT : StorePath.ofBytes(randomBytes(random));
      StorePath joined = path.prefixedBy(base);
      assertThat(joined.startsWith(base)).isTrue();
      assertThat(joined.relativeTo(base)).as("seed %d", seed).isEqualTo(path);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StorePath.of("/ab").relativeTo(StorePath.of("/a")));
  }
}
