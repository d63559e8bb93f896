// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.footer.FileFooter;
import io.situ.inventory.footer.FooterReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of another module's tests, which parquet-hadoop 1.15.2 and orc-core 2.1.4 wrote. */
class FooterFormatTest {

  private static final int MUTATIONS = 500;

  /** The footers of these files are shorter. */
  private static final int FOOTER = 200;

  private static final Path RECORDED =
      Path.of("../../core/situ-inventory/src/test/resources/io/situ/inventory/footer");

  @TempDir private Path scratch;

  private final Configuration conf = new Configuration();

  private static FooterFormat format(String name) {
    return name.endsWith(".orc") ? FooterFormat.ORC : FooterFormat.PARQUET;
  }

  private FooterLayout read(String name, byte[] bytes) throws IOException {
    Path file = Files.write(scratch.resolve(name), bytes);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    FileStatus status = new FileStatus(bytes.length, false, 1, 1 << 20, 0, path);
    return format(name).read(status, conf);
  }

  static List<String> recorded() throws IOException {
    try (Stream<Path> files = Files.list(RECORDED)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static byte[] recorded(String name) throws IOException {
    return Files.readAllBytes(RECORDED.resolve(name));
  }

  @ParameterizedTest
  @CsvSource({
    "groups.parquet, 4 8233 16515",
    "none.orc, 3 1016 2636",
    "zlib.orc, 3 785 1975",
    "zstd.orc, 3 831 1993"
  })
  void groupsBeginWhereTheFooterSays(String name, String starts) throws IOException {
    FooterLayout layout = read(name, recorded(name));

    assertThat(layout.groups())
        .extracting(FooterLayout.Group::start)
        .containsExactly(Stream.of(starts.split(" ")).map(Long::valueOf).toArray(Long[]::new));
    check(layout);
  }

  /** What a scan keeps in an inventory is what the formats' own readers say. */
  @ParameterizedTest
  @MethodSource("recorded")
  void anInventoryHasTheSameColumns(String name) throws Exception {
    FooterLayout stock = read(name, recorded(name));

    FooterLayout kept = fromInventory(scratch.resolve(name));

    assertThat(chunks(kept)).isEqualTo(chunks(stock)).hasSizeGreaterThan(6);
  }

  /** With columns in columns, which are of one column of the top level in ORC. */
  @ParameterizedTest
  @EnumSource(FooterFormat.class)
  void anInventoryHasTheSameNestedColumns(FooterFormat format) throws Exception {
    Path file = scratch.resolve("nested");
    NestedFiles.write(format, new org.apache.hadoop.fs.Path(file.toUri()), conf);
    FooterLayout stock = format.read(status(file), conf);

    FooterLayout kept = fromInventory(file);

    assertThat(chunks(kept)).isEqualTo(chunks(stock)).hasSizeGreaterThan(6);
  }

  private FileStatus status(Path file) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    return new FileStatus(Files.size(file), false, 1, 1 << 20, 0, path);
  }

  private static FooterLayout fromInventory(Path file) throws IOException {
    try (LocalReadHandle handle = new LocalReadHandle(file)) {
      FileFooter footer = FooterReader.readWithColumns(handle).orElseThrow();
      return InventoryFooters.layout(footer.groups()).orElseThrow();
    }
  }

  private static List<String> chunks(FooterLayout layout) {
    List<String> chunks = new ArrayList<>();
    for (FooterLayout.Group group : layout.groups()) {
      chunks.add("group " + group.start());
      for (int i = 0; i < group.column().length; i++) {
        String column = layout.columns().get(group.column()[i]);
        chunks.add(column + " " + group.starts()[i] + "+" + group.lengths()[i]);
      }
    }
    return chunks;
  }

  /** The chunks of all columns are of columns that there are, and are found. */
  private static void check(FooterLayout layout) {
    List<FooterLayout.Asked> all = layout.asked(column -> true, List.of());
    assertThat(all).hasSameSizeAs(layout.groups());
    for (int i = 0; i < all.size(); i++) {
      long[] lengths = layout.groups().get(i).lengths();
      long sum = LongStream.of(lengths).filter(length -> length > 0).sum();
      assertThat(LongStream.of(all.get(i).lengths()).sum()).isEqualTo(Math.max(0, sum));
    }
  }

  @ParameterizedTest
  @CsvSource({"groups.parquet", "none.orc", "zlib.orc"})
  void anyFooterIsReadOrIsRefused(String name) throws IOException {
    byte[] whole = recorded(name);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = whole.clone();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        bytes[bytes.length - 1 - random.nextInt(FOOTER)] = (byte) random.nextInt();
      }
      refused += isRefused(name, bytes) ? 1 : 0;
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  @ParameterizedTest
  @CsvSource({"groups.parquet", "none.orc", "zlib.orc"})
  void aFileThatIsCutOffIsRefused(String name) throws IOException {
    byte[] whole = recorded(name);
    for (int length = 97; length < whole.length; length += 97) {
      assertThat(isRefused(name, Arrays.copyOf(whole, length))).as("%d bytes", length).isTrue();
    }
  }

  /** As {@link FooterFormat#read} says. */
  private boolean isRefused(String name, byte[] bytes) {
    FooterLayout layout;
    try {
      layout = read(name, bytes);
    } catch (IOException | RuntimeException e) {
      return true;
    }
    check(layout);
    return false;
  }

  @Test
  void aFileOfAnotherFormatIsRefused() throws IOException {
    byte[] parquet = recorded("groups.parquet");

    assertThatThrownBy(() -> read("parquet.orc", parquet)).isInstanceOf(Exception.class);
  }
}
