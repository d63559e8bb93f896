// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Extent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LustreLayoutTest {

  private static final int MUTATIONS = 100_000;

  @ParameterizedTest
  @MethodSource("io.situ.driver.lustre.RecordedLayouts#all")
  void reportsTheTargetsOfEveryByte(RecordedLayouts recorded) throws Exception {
    LustreLayout layout = LustreLayout.decode(recorded.bytes());

    assertThat(recorded.size() == 0 ? List.of() : layout.pieces(0, recorded.size()))
        .isEqualTo(recorded.pieces());
  }

  @ParameterizedTest
  @MethodSource("io.situ.driver.lustre.RecordedLayouts#all")
  void reportsTheSameOfAnyRange(RecordedLayouts recorded) throws Exception {
    LustreLayout layout = LustreLayout.decode(recorded.bytes());
    Random random = new Random(1);
    for (int i = 0; i < 200 && recorded.size() > 1; i++) {
      long from = random.nextLong(recorded.size() - 1);
      long length = 1 + random.nextLong(recorded.size() - from);

      assertThat(layout.pieces(from, length)).isEqualTo(cut(recorded.pieces(), from, length));
    }
  }

  private static List<StripeRange> cut(List<StripeRange> pieces, long from, long length) {
    List<StripeRange> cut = new ArrayList<>();
    for (StripeRange piece : pieces) {
      long start = Math.max(from, piece.offset());
      long end = Math.min(from + length, piece.offset() + piece.length());
      if (start < end) {
        cut.add(new StripeRange(start, end - start, piece.targets()));
      }
    }
    return cut;
  }

  @Test
  void releasedFilesAreKnown() throws Exception {
    for (String name : List.of("live-released-one", "live-released-hsmpfl", "released")) {
      assertThat(LustreLayout.decode(RecordedLayouts.named(name).bytes()).released()).isTrue();
    }
    assertThat(LustreLayout.decode(RecordedLayouts.named("live-four").bytes()).released())
        .isFalse();
  }

  @Test
  void unknownKindsAreNamed() {
    assertThatThrownBy(() -> LustreLayout.decode(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}))
        .isInstanceOf(LustreLayoutException.class)
        .hasMessageContaining("0x4030201");
    assertThatThrownBy(() -> LustreLayout.decode(new byte[0]))
        .isInstanceOf(LustreLayoutException.class);
  }

  @ParameterizedTest
  @MethodSource("io.situ.driver.lustre.RecordedLayouts#all")
  void cutOffAtEveryLength(RecordedLayouts recorded) {
    for (int length = 0; length < recorded.bytes().length; length++) {
      look(Arrays.copyOf(recorded.bytes(), length), recorded.size());
    }
  }

  @Test
  void anyBytesDecodeOrAreRefused() {
    List<RecordedLayouts> recorded = RecordedLayouts.all().toList();
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      RecordedLayouts sample = recorded.get(random.nextInt(recorded.size()));
      byte[] bytes = sample.bytes().clone();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      refused += look(bytes, 1 + sample.size()) ? 0 : 1;
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  /** Whether the bytes were taken for a layout, whose pieces then fill the range. */
  private static boolean look(byte[] bytes, long size) {
    LustreLayout layout;
    try {
      layout = LustreLayout.decode(bytes);
    } catch (LustreLayoutException e) {
      return false;
    }
    long at = 0;
    for (StripeRange piece : size == 0 ? List.<StripeRange>of() : layout.pieces(0, size)) {
      assertThat(piece.offset()).isEqualTo(at);
      assertThat(piece.length()).isPositive();
      at += piece.length();
    }
    assertThat(at).isIn(0L, size);
    return true;
  }

  private static LustreLayout striped(int... targets) {
    LayoutComponent.Stripes stripes =
        new LayoutComponent.Stripes(LayoutComponent.RAID0, 1 << 16, targets);
    return new LustreLayout(
        List.of(new LayoutComponent(LayoutComponent.INIT, 0, Long.MAX_VALUE, stripes)));
  }

  /** Any user makes a file of exbibytes without a byte. */
  @Test
  void ofAGiantTheFirstPiecesAreReported() {
    List<StripeRange> pieces = striped(1, 2).pieces(0, Long.MAX_VALUE);
    assertThat(pieces).hasSize(Extent.MAX_COUNT);
    assertThat(pieces.get(pieces.size() - 1).end()).isEqualTo((long) Extent.MAX_COUNT << 16);

    assertThat(striped(1, 1).pieces(0, Long.MAX_VALUE))
        .as("stripes on one target are one piece, and are not counted for ever")
        .hasSize(1);
    assertThat(striped(1).pieces(0, Long.MAX_VALUE))
        .containsExactly(new StripeRange(0, Long.MAX_VALUE, List.of(1)));
  }
}
