// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.config.HostMapping.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrangeFsLayoutTest {

  private static final long KB = 1 << 10;
  private static final long MB = 1 << 20;
  private static final int MUTATIONS = 100_000;

  private static OrangeFsLayout decoded(long strip) throws Exception {
    return XattrLayoutSource.decode(
        RecordedAnswers.distribution(strip), RecordedAnswers.handles(), RecordedAnswers.ranges());
  }

  private static Optional<Host> host(String server) {
    return Optional.of(Host.of(server));
  }

  private static Extent on(long offset, long length, String host) {
    return new Extent(offset, length, List.of(Replica.on(host)));
  }

  @Test
  void theAttributesReportTheServersOfEveryStrip() throws Exception {
    assertThat(decoded(64 * KB).servers()).containsExactly("ofs3", "ofs2", "ofs1");
    assertThat(decoded(64 * KB).extents(0, 200 * KB, OrangeFsLayoutTest::host))
        .containsExactly(
            on(0, 64 * KB, "ofs3"),
            on(64 * KB, 64 * KB, "ofs2"),
            on(128 * KB, 64 * KB, "ofs1"),
            on(192 * KB, 8 * KB, "ofs3"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1 << 16, 1 << 24, 1 << 26})
  void theStripIsRead(long strip) throws Exception {
    OrangeFsLayout layout = decoded(strip);
    assertThat(layout.distribution().strip()).isEqualTo(strip);
    assertThat(layout.extents(4 * strip, strip, OrangeFsLayoutTest::host))
        .containsExactly(on(4 * strip, strip, "ofs2"));
    assertThat(layout.extents(strip - 1, 2, OrangeFsLayoutTest::host))
        .containsExactly(on(strip - 1, 1, "ofs3"), on(strip, 1, "ofs2"));
  }

  @Test
  void viewdistReportsTheSame() throws Exception {
    OrangeFsLayout reported = ViewdistParser.parse(RecordedAnswers.viewdist());
    assertThat(reported.distribution()).isEqualTo(decoded(64 * KB).distribution());
    assertThat(reported.servers())
        .containsExactly("tcp://127.0.0.13:3373", "tcp://127.0.0.12:3373", "tcp://127.0.0.11:3373");
  }

  /** A strip that is no multiple of 64 KiB, as a running OrangeFS takes it too. */
  @Test
  void stripsOfAnySizeAreRead() throws Exception {
    List<String> lines =
        RecordedAnswers.viewdist().stream()
            .map(line -> line.replace("strip_size:65536", "strip_size:3000000"))
            .toList();
    assertThat(ViewdistParser.parse(lines).distribution().strip()).isEqualTo(3_000_000);
  }

  /** What a kernel mount of OrangeFS 2.10.0-DEVEL on Linux 6.12 showed, and viewdist confirmed. */
  @Test
  void attributesOfAKernelMount() throws Exception {
    HandleRanges ranges =
        HandleRanges.parse(
            List.of(
                "Alias ofs1 tcp://127.0.1.1:3373",
                "Alias ofs2 tcp://127.0.1.2:3373",
                "Alias ofs3 tcp://127.0.1.3:3373",
                "<FileSystem>",
                "Name orangefs",
                "<DataHandleRanges>",
                "Range ofs1 4611686018427387903-6148914691236517202",
                "Range ofs2 6148914691236517203-7686143364045646502",
                "Range ofs3 7686143364045646503-9223372036854775802",
                "</DataHandleRanges>",
                "</FileSystem>"),
            "orangefs",
            "server.config");
    byte[] distribution =
        HexFormat.of()
            .parseHex(
                "0d00000073696d706c655f7374726970650000000000000000000100000000000000000000000000"
                    + "00000000000000000000000000000000");

    OrangeFsLayout spread =
        XattrLayoutSource.decode(
            distribution,
            HexFormat.of().parseHex("534d55555555555500fcffffffffff7f00a7aaaaaaaaaa6a"),
            ranges);
    assertThat(spread.servers()).containsExactly("ofs1", "ofs3", "ofs2");
    assertThat(spread.distribution().strip()).isEqualTo(64 * KB);
    byte[] one = HexFormat.of().parseHex("a7a2aaaaaaaaaa6a");
    assertThat(XattrLayoutSource.decode(distribution, one, ranges).servers())
        .containsExactly("ofs2");
  }

  @Test
  void whatLiesOnOneHostIsOneExtent() throws Exception {
    assertThat(
            decoded(64 * KB).extents(5, RecordedAnswers.SIZE, server -> Optional.of(Host.of("h"))))
        .containsExactly(on(5, RecordedAnswers.SIZE, "h"));
    OrangeFsLayout whole =
        new OrangeFsLayout(Distribution.named("basic_dist", 0), List.of("a", "b"));
    assertThat(whole.extents(0, 1L << 40, OrangeFsLayoutTest::host))
        .containsExactly(on(0, 1L << 40, "a"));
  }

  @Test
  void serversWithoutANameAreHoles() throws Exception {
    assertThat(
            decoded(MB)
                .extents(0, 4 * MB, server -> host(server).filter(host -> server.equals("ofs2"))))
        .containsExactly(on(MB, MB, "ofs2"));
  }

  @Test
  void shortStripsOfSeveralServersAreScattered() throws Exception {
    assertThat(decoded(64 * KB).scattered(RecordedAnswers.SIZE, MB)).isTrue();
    assertThat(decoded(64 * KB).scattered(64 * KB, MB)).isFalse();
    assertThat(decoded(MB).scattered(RecordedAnswers.SIZE, MB)).isFalse();
    assertThat(
            new OrangeFsLayout(Distribution.named("simple_stripe", 1), List.of("a", "a"))
                .scattered(RecordedAnswers.SIZE, MB))
        .isFalse();
  }

  @Test
  void unknownDistributionsAndHandlesAreNamed() {
    byte[] other = RecordedAnswers.distribution(MB);
    other[4] = 'd';
    assertThatThrownBy(() -> Distribution.decode(other)).hasMessageContaining("'dimple_stripe'");
    assertThatThrownBy(
            () ->
                XattrLayoutSource.decode(
                    RecordedAnswers.distribution(MB), new byte[8], RecordedAnswers.ranges()))
        .isInstanceOf(OrangeFsLayoutException.class)
        .hasMessageContaining("handle 0");
    assertThatThrownBy(() -> decoded(0)).isInstanceOf(OrangeFsLayoutException.class);
    assertThatThrownBy(() -> decoded(-1)).isInstanceOf(OrangeFsLayoutException.class);
  }

  @Test
  void attributesCutOffAtEveryLength() throws Exception {
    byte[] distribution = RecordedAnswers.distribution(64 * KB);
    for (int length = 0; length < distribution.length; length++) {
      boolean whole = look(Arrays.copyOf(distribution, length), RecordedAnswers.handles());
      assertThat(whole).as("%d bytes", length).isEqualTo(length >= 32);
    }
    for (int length = 0; length < 24; length++) {
      boolean whole = look(distribution, Arrays.copyOf(RecordedAnswers.handles(), length));
      assertThat(whole).as("%d bytes", length).isEqualTo(length > 0 && length % 8 == 0);
    }
  }

  @Test
  void anyAttributesDecodeOrAreRefused() throws Exception {
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] distribution = RecordedAnswers.distribution(1L << (16 + random.nextInt(12)));
      byte[] handles = RecordedAnswers.handles();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        byte[] bytes = random.nextBoolean() ? distribution : handles;
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      refused += look(distribution, handles) ? 0 : 1;
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  private static boolean look(byte[] distribution, byte[] handles) throws IOException {
    try {
      check(XattrLayoutSource.decode(distribution, handles, RANGES));
      return true;
    } catch (OrangeFsLayoutException e) {
      return false;
    }
  }

  private static final HandleRanges RANGES;

  static {
    try {
      RANGES = RecordedAnswers.ranges();
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The extents fill a file of a few strips, and nothing else. */
  private static void check(OrangeFsLayout layout) {
    long size = Math.min(RecordedAnswers.SIZE, 7 * Math.min(layout.distribution().strip(), MB) + 1);
    if (size / layout.distribution().strip() > 100) {
      return;
    }
    long at = 0;
    for (Extent extent : layout.extents(0, size, OrangeFsLayoutTest::host)) {
      assertThat(extent.offset()).isEqualTo(at);
      at = extent.end();
    }
    assertThat(at).isEqualTo(size);
  }

  @Test
  void anAnswerCutOffAtEveryLengthIsRefused() throws Exception {
    String text = String.join("\n", RecordedAnswers.viewdist());
    for (int length = 0; length < text.length(); length++) {
      List<String> cut = text.substring(0, length).lines().toList();
      assertThatThrownBy(() -> ViewdistParser.parse(cut))
          .isInstanceOf(OrangeFsLayoutException.class);
    }
  }

  @Test
  void anyAnswerIsReadOrRefused() throws Exception {
    byte[] text =
        String.join("\n", RecordedAnswers.viewdist()).getBytes(StandardCharsets.ISO_8859_1);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = text.clone();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        check(
            ViewdistParser.parse(new String(bytes, StandardCharsets.ISO_8859_1).lines().toList()));
      } catch (OrangeFsLayoutException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  @Test
  void ofAGiantTheFirstStripsAreReported() {
    OrangeFsLayout layout = new OrangeFsLayout(new Distribution(MB), List.of("a", "b"));
    assertThat(layout.extents(MB / 2, Long.MAX_VALUE - MB, OrangeFsLayoutTest::host))
        .hasSize(Extent.MAX_COUNT);
    assertThat(layout.exceeds(MB / 2, Long.MAX_VALUE - MB)).isTrue();
    assertThat(layout.exceeds(MB / 2, MB * Extent.MAX_COUNT - MB / 2)).isFalse();
    assertThat(layout.exceeds(MB / 2, MB * Extent.MAX_COUNT)).isTrue();
    OrangeFsLayout one = new OrangeFsLayout(new Distribution(MB), List.of("a"));
    assertThat(one.extents(0, Long.MAX_VALUE, OrangeFsLayoutTest::host)).hasSize(1);
    assertThat(one.exceeds(0, Long.MAX_VALUE)).isFalse();
  }
}
