// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * On files that parquet-hadoop 1.15.2 and orc-core 2.1.4 wrote; where their row groups and stripes
 * lie is what the readers of these libraries say.
 */
public class UnitReaderTest {

  /** Files of the inventory's tests. */
  private static final Path RECORDED =
      Path.of("../../core/situ-inventory/src/test/resources/io/situ/inventory/footer");

  private final Store store = new MemoryStore();
  private final UnitReader reader = new UnitReader(store, 1000);

  public static byte[] recorded(String name) throws IOException {
    return Files.readAllBytes(RECORDED.resolve(name));
  }

  static StorePath write(Store store, String path, byte[] bytes) throws IOException {
    StorePath file = StorePath.of(path);
    try (WriteHandle handle = store.create(file, WriteHandle.Options.EXCLUSIVE)) {
      handle.write(ByteBuffer.wrap(bytes));
    }
    return file;
  }

  private FileUnits units(String name, byte[] bytes) throws IOException {
    return reader.of(store.stat(write(store, name, bytes), true));
  }

  private static FileUnits expected(UnitKind kind, String ranges) {
    return new FileUnits(
        kind,
        Stream.of(ranges.split(" "))
            .map(range -> range.split("\\+"))
            .map(
                range ->
                    new FileUnits.Range(
                        Long.parseLong(range[0]),
                        Long.parseLong(range[0]) + Long.parseLong(range[1])))
            .toList());
  }

  @Test
  void parquetHasRowGroupsWhateverItsName() throws IOException {
    assertThat(units("/part-0.gz", recorded("groups.parquet")))
        .isEqualTo(expected(UnitKind.ROW_GROUP, "4+8229 8233+8282 16515+2870"));
  }

  @ParameterizedTest
  @CsvSource({
    "none, 3+876 1016+1436 2636+2040",
    "zlib, 3+643 785+1024 1975+1443",
    "snappy, 3+786 935+1268 2382+1743",
    "lzo, 3+727 876+1167 2223+1618",
    "lz4, 3+781 930+1261 2371+1752",
    "zstd, 3+682 831+980 1993+1359"
  })
  void orcHasStripesHoweverItIsCompressed(String compression, String stripes) throws IOException {
    assertThat(units("/f", recorded(compression + ".orc")))
        .isEqualTo(expected(UnitKind.STRIPE, stripes));
  }

  @Test
  void otherFilesAreSplitUnlessTheyAreCompressedAsAWhole() throws IOException {
    byte[] text = new byte[2500];
    assertThat(units("/text.csv", text))
        .isEqualTo(expected(UnitKind.SPLIT, "0+1000 1000+1000 2000+500"));
    assertThat(units("/text.csv.GZ", text)).isEqualTo(expected(UnitKind.FILE, "0+2500"));
    assertThat(units("/PAR1", new byte[] {'P', 'A', 'R', '1'}))
        .isEqualTo(expected(UnitKind.SPLIT, "0+4"));
    assertThat(units("/one", new byte[1])).isEqualTo(expected(UnitKind.SPLIT, "0+1"));
  }

  @Test
  void aSparseGiantHasABoundedNumberOfSplits() {
    FileUnits units = FileUnits.of("giant", Long.MAX_VALUE, 1);
    assertThat(units.ranges()).hasSizeLessThanOrEqualTo(1 << 20);
    assertThat(units.ranges().get(units.ranges().size() - 1).end()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anEncryptedFooterIsNamed() {
    byte[] bytes = new byte[100];
    System.arraycopy(new byte[] {'P', 'A', 'R', 'E'}, 0, bytes, 96, 4);
    assertThatThrownBy(() -> units("/f", bytes)).hasMessage("its footer is encrypted");
  }

  /** Only the footers: 1,000 files each, with some bytes of the end other than they were. */
  @ParameterizedTest
  @ValueSource(strings = {"groups.parquet", "none.orc", "zlib.orc", "zstd.orc", "lzo.orc"})
  void damageIsOneSentenceOrAnotherListOfUnits(String name) throws IOException {
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] bytes = recorded(name);
      for (int j = 0; j < 3; j++) {
        bytes[bytes.length - 5 - random.nextInt(200)] = (byte) random.nextInt();
      }
      StorePath file = write(store, "/" + name + i, bytes);
      try {
        FileUnits units = reader.of(store.stat(file, true));
        assertThat(units.ranges()).allMatch(range -> range.end() <= bytes.length);
      } catch (IOException e) {
        assertThat(e.getMessage()).startsWith("its footer ");
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aFooterThatIsLongerThanItsFileIsRefused() throws IOException {
    byte[] parquet = recorded("groups.parquet");
    Arrays.fill(parquet, parquet.length - 8, parquet.length - 4, (byte) 0xFF);
    assertThatThrownBy(() -> units("/f", parquet))
        .hasMessageStartingWith("its footer is damaged: it says that it has 42949");
  }
}
