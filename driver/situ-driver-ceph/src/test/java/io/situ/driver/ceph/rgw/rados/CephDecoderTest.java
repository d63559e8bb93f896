// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.testkit.fault.DamagedBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes as {@code src/include/encoding.h} of Ceph writes them. */
final class CephDecoderTest {

  private static final int MUTATIONS = 100_000;

  /** A structure of version 3, readable from version 2 on, with two numbers and a text. */
  private static final byte[] STRUCTURE = hex("0302 0f000000 07 f8ffff7f 06000000 67c3bcc39f21");

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static CephDecoder decoder(String digits) {
    return new CephDecoder(hex(digits));
  }

  private static void refused(String digits, Consumer<CephDecoder> read) {
    assertThatThrownBy(() -> read.accept(decoder(digits)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it ends too early");
  }

  @Test
  void numbersAreLittleEndian() {
    CephDecoder in = decoder("ff 00 01 02000000 ffffffff 0300000000000000 ffffffffffffff7f");

    assertThat(in.number8()).isEqualTo(255);
    assertThat(in.flag()).isFalse();
    assertThat(in.flag()).isTrue();
    assertThat(in.number32()).isEqualTo(2);
    assertThat(in.number32()).isEqualTo(-1);
    assertThat(in.number64()).isEqualTo(3);
    assertThat(in.number64()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(in::number8).hasMessage("it ends too early");
  }

  @Test
  void aNumberBeyondAllSizesIsRefused() {
    assertThatThrownBy(() -> decoder("0000000000000080").number64())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a number beyond all sizes");
  }

  @Test
  void numbersThatAreCutOffAreRefused() {
    refused("", CephDecoder::number8);
    refused("", CephDecoder::flag);
    refused("010000", CephDecoder::number32);
    refused("01000000000000", CephDecoder::number64);
  }

  @Test
  void textsHaveTheirLengthInFront() {
    CephDecoder in = decoder("00000000 02000000 c3bc 01000000 ff");

    assertThat(in.text()).isEmpty();
    assertThat(in.utf8()).isEqualTo("\u00fc");
    assertThat(in.text()).containsExactly(0xff);
  }

  /** No room is made for what is not there. */
  @ParameterizedTest
  @ValueSource(strings = {"03000000 4141", "ffffff7f 41", "ffffffff 41", "00000080", "0100"})
  void aTextThatIsLongerThanItsBytesIsRefused(String digits) {
    refused(digits, CephDecoder::text);
    refused(digits, CephDecoder::utf8);
  }

  @Test
  void aStructureHasItsVersionAndEndsWhereItSays() {
    byte[] two = Arrays.copyOf(STRUCTURE, STRUCTURE.length + 1);
    two[STRUCTURE.length] = 9;
    CephDecoder in = new CephDecoder(two);

    CephDecoder.Structure structure = in.structure(2);

    assertThat(structure.version()).isEqualTo(3);
    CephDecoder content = structure.content();
    assertThat(content.number8()).isEqualTo(7);
    assertThat(content.number32()).isEqualTo(0x7ffffff8);
    assertThat(content.utf8()).isEqualTo("g\u00fc\u00df!");
    assertThatThrownBy(content::number8)
        .as("it does not reach beyond")
        .hasMessage("it ends too early");
    assertThat(in.number8()).as("what follows it").isEqualTo(9);
  }

  @Test
  void whatALaterVersionAppendsIsPassedOver() {
    CephDecoder in = decoder("0901 05000000 0100000002 2a");

    CephDecoder.Structure structure = in.structure(1);

    assertThat(structure.version()).isEqualTo(9);
    assertThat(structure.content().number32()).isEqualTo(1);
    assertThat(in.number8()).isEqualTo(42);
  }

  @Test
  void aStructureThatMayNotBeReadByThisVersionIsRefused() {
    assertThat(new CephDecoder(STRUCTURE).structure(2).version()).isEqualTo(3);
    assertThatThrownBy(() -> new CephDecoder(STRUCTURE).structure(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a structure of version 3 (at least 2), not 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0101 01000000", "0101 ffffff7f 00", "0101 ffffffff 00", "0101 00000080"})
  void aStructureThatIsLongerThanItsBytesIsRefused(String digits) {
    assertThatThrownBy(() -> decoder(digits).structure(1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aStructureThatIsCutOffIsRefused() {
    for (int length = 0; length < STRUCTURE.length; length++) {
      CephDecoder in = new CephDecoder(Arrays.copyOf(STRUCTURE, length));
      assertThatThrownBy(() -> in.structure(3)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anyBytesAreReadOrAreRefused() {
    byte[] whole =
        ByteBuffer.allocate(100)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) 2)
            .put((byte) 1)
            .putInt(STRUCTURE.length + 12)
            .put(STRUCTURE)
            .putLong(1L << 40)
            .putInt(1)
            .array();
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      try {
        CephDecoder content = new CephDecoder(damage.copy(whole)).structure(2).content();
        CephDecoder inner = content.structure(3).content();
        inner.number8();
        inner.number32();
        assertThat(inner.utf8().getBytes(UTF_8).length).isLessThan(10 * whole.length);
        assertThat(content.number64()).isNotNegative();
        content.number32();
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }
}
