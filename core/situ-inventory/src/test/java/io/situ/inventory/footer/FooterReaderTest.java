// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the libraries of the formats say of the same files is compared in Spark's tests. */
class FooterReaderTest {

  private final Store store = new MemoryStore();

  private Optional<FileFooter> read(byte[] bytes) throws IOException {
    try (ReadHandle file =
        store.open(RecordedFiles.write(store, "/f", bytes), ReadHandle.Options.DEFAULT)) {
      return FooterReader.readWithColumns(file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "groups.parquet",
        "none.orc",
        "zlib.orc",
        "snappy.orc",
        "lzo.orc",
        "lz4.orc",
        "zstd.orc"
      })
  void eachColumnLiesInItsRowGroupAndOverlapsNoOther(String name) throws IOException {
    List<RowGroup> groups = read(RecordedFiles.bytes(name)).orElseThrow().groups();

    assertThat(groups).hasSize(3);
    Set<String> columns = new HashSet<>();
    groups.get(0).columns().forEach(range -> columns.add(range.column()));
    assertThat(columns).hasSizeGreaterThan(1);
    for (RowGroup group : groups) {
      long end = group.start();
      Set<String> here = new HashSet<>();
      for (ColumnRange range : group.columns()) {
        assertThat(range.start()).isGreaterThanOrEqualTo(end);
        end = range.start() + range.length();
        here.add(range.column());
      }
      assertThat(end).isLessThanOrEqualTo(group.end());
      assertThat(here).isEqualTo(columns);
    }
  }

  @Test
  void withoutColumnsTheRowGroupsAreTheSame() throws IOException {
    byte[] bytes = RecordedFiles.bytes("zstd.orc");
    try (ReadHandle file =
        store.open(RecordedFiles.write(store, "/f", bytes), ReadHandle.Options.DEFAULT)) {
      List<RowGroup> alone = FooterReader.read(file).orElseThrow().groups();
      List<RowGroup> all = FooterReader.readWithColumns(file).orElseThrow().groups();

      assertThat(alone).allMatch(group -> group.columns().isEmpty());
      assertThat(alone)
          .extracting(RowGroup::start, RowGroup::length)
          .isEqualTo(
              all.stream()
                  .map(g -> org.assertj.core.groups.Tuple.tuple(g.start(), g.length()))
                  .toList());
    }
  }

  @Test
  void otherFilesHaveNone() throws IOException {
    assertThat(read(new byte[0])).isEmpty();
    assertThat(read(new byte[] {'P', 'A', 'R', '1'})).isEmpty();
    assertThat(read(new byte[100_000])).isEmpty();
  }

  /** 2,000 files each, with some bytes other than they were, anywhere and at the end. */
  @ParameterizedTest
  @ValueSource(strings = {"groups.parquet", "none.orc", "zlib.orc", "snappy.orc", "zstd.orc"})
  void damageIsOneSentenceOrAnotherListOfRowGroups(String name) throws IOException {
    Random random = new Random(17);
    byte[] whole = RecordedFiles.bytes(name);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = whole.clone();
      for (int j = 0; j < 4; j++) {
        int range = j % 2 == 0 ? bytes.length : 200;
        bytes[bytes.length - 1 - random.nextInt(range)] = (byte) random.nextInt();
      }
      try {
        Optional<FileFooter> footer = read(bytes);
        footer.ifPresent(
            found ->
                assertThat(found.groups())
                    .allMatch(group -> group.end() <= bytes.length)
                    .flatMap(RowGroup::columns)
                    .allMatch(column -> column.start() + column.length() <= bytes.length));
      } catch (IOException e) {
        assertThat(e.getMessage()).startsWith("its footer ");
        refused++;
      }
    }
    assertThat(refused).isBetween(100, 2000);
  }

  @Test
  void fewBytesThatDecompressToManyAreRefused() throws IOException {
    int block = 8 << 20;
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    deflater.setInput(new byte[block]);
    deflater.finish();
    byte[] zeros = new byte[1 << 16];
    int length = deflater.deflate(zeros);
    deflater.end();
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    for (int i = 0; i < 4; i++) {
      chunks.write(new byte[] {(byte) (length << 1), (byte) (length >> 7), (byte) (length >> 15)});
      chunks.write(zeros, 0, length);
    }
    byte[] whole = chunks.toByteArray();
    byte[] first = Arrays.copyOf(whole, whole.length / 4);

    assertThat(OrcCompression.ZLIB.decompress(first, block)).hasSize(block);
    assertThatThrownBy(() -> OrcCompression.ZLIB.decompress(whole, block))
        .isInstanceOf(IOException.class)
        .hasMessage("its footer is damaged: it has more bytes than footers have");
  }

  /** Only what lies in each other counts: here are 100 empty sets in a list that is not known. */
  @Test
  void collectionsOneAfterTheOtherAreNoDepth() throws IOException {
    String known = "1502" + "191c" + "480161" + "00" + "1600" + "190c";
    String footer = known + "b9fa64" + "05".repeat(100) + "00";
    String end = "%02x000000".formatted(footer.length() / 2) + "50415231";

    FileFooter found = read(HexFormat.of().parseHex("50415231" + footer + end)).orElseThrow();
    assertThat(found.groups()).isEmpty();
  }

  /** Else each of very many columns could be the first of all the others. */
  @Test
  void columnsOfOrcThatAreNotInOrderAreRefused() {
    String types = "220a" + "1202" + "0201" + "1a0161" + "1a0162" + "2200" + "2200";
    String postscript = "0810" + "1000" + "82f403" + "034f5243";

    assertThatThrownBy(() -> read(HexFormat.of().parseHex(types + postscript + "0b")))
        .isInstanceOf(IOException.class)
        .hasMessage("its footer is damaged: it has columns that it does not describe");
    assertThat(types).hasSize(2 * 16);
    assertThat(postscript).hasSize(2 * 11);
  }

  @Test
  void aRangeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new RowGroup(-1, 1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ColumnRange("a", Long.MAX_VALUE, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
