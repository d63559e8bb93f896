// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are damaged, change, are many or have unusual row groups: as with stock Spark. */
@Tag("end-to-end")
class ScanFaultsTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  private static Dataset<Row> rows(long count) {
    return spark.range(0, count, 1, 1).selectExpr("id", "sha2(cast(id AS string), 256) AS text");
  }

  /** Writes one file and returns where it is. */
  private static Path write(String name, String format, long count) {
    Path directory = SESSION.scratch().resolve(name);
    rows(count)
        .write()
        .option("parquet.block.size", 1 << 20)
        .option("orc.stripe.size", 1 << 20)
        .format(format)
        .save(directory.toString());
    return onlyFile(directory);
  }

  private static Path onlyFile(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Dataset<Row> read(String store, String name, String format) {
    return spark
        .read()
        .schema("id BIGINT, text STRING")
        .format(format)
        .load("situ://" + store + "/" + name);
  }

  private static HostPackedScanExec packedScan(Dataset<Row> query) {
    return new ScanSession.Answer(List.of(), ScanSession.plan(query)).packed().get(0);
  }

  /** What a user sees of a query: its rows, or the innermost error. */
  private static List<String> outcome(Dataset<Row> query) {
    try {
      return ScanSession.answer(query).sorted();
    } catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      return List.of("error", cause.toString());
    }
  }

  private static List<String> stockOutcome(Supplier<Dataset<Row>> query) {
    return SESSION.with(Map.of(ScanSession.LOCALITY, "off"), () -> outcome(query.get()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void aDamagedFooterIsStockSparksError(String format) throws IOException {
    Path file = write("damaged-" + format, format, 60_000);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = bytes.length - 600; i < bytes.length - 10; i++) {
      bytes[i] = (byte) (bytes[i] ^ 0x5a);
    }
    Files.write(file, bytes);
    Supplier<Dataset<Row>> query = () -> read("small", "damaged-" + format, format).select("text");

    List<String> packed = outcome(query.get());

    assertThat(packed).startsWith("error").isEqualTo(stockOutcome(query));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "csv"})
  void aFileThatIsRewrittenAfterPlanningGivesWhatItGivesToStockSpark(String format) {
    for (long newCount : new long[] {20_000, 200_000}) {
      String name = "rewritten-" + format + newCount;
      List<String> packed = afterRewriting(name, format, newCount, "auto");
      List<String> stock = afterRewriting(name + "-stock", format, newCount, "off");

      if (packed.get(0).equals("error")) {
        assertThat(stock.get(0)).isEqualTo("error");
      } else {
        assertThat(packed).isEqualTo(stock);
      }
    }
  }

  private static List<String> afterRewriting(
      String name, String format, long newCount, String locality) {
    Path old = write(name, format, 60_000);
    Path other = write(name + "-other", format, newCount);
    return SESSION.with(
        Map.of(ScanSession.LOCALITY, locality, "spark.sql.adaptive.enabled", "false"),
        () -> {
          Dataset<Row> query = read("small", name, format).where("id % 3 = 1");
          var planned = new ScanSession.Answer(List.of(), ScanSession.plan(query)).scans().get(0);
          assertThat(SESSION.rddOf(planned).getNumPartitions()).isPositive();
          try {
            Files.move(other, old, StandardCopyOption.REPLACE_EXISTING);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return outcome(query);
        });
  }

  @Test
  void aRowGroupThatIsLargerThanAPartitionMayBeIsOnePartition() {
    write("groups", "parquet", 100_000);
    Supplier<Dataset<Row>> query = () -> read("small", "groups", "parquet").select("text");
    SESSION.with(
        Map.of("spark.sql.files.maxPartitionBytes", "200000"),
        () -> {
          var partitions = SESSION.rddOf(packedScan(query.get())).getNumPartitions();
          int stock =
              SESSION.with(
                  Map.of(ScanSession.LOCALITY, "off"),
                  () -> query.get().javaRDD().getNumPartitions());

          assertThat(partitions).isGreaterThan(2).isLessThan(stock / 2);
          assertThat(ScanSession.answer(query.get()).sorted())
              .isEqualTo(SESSION.stock(query).sorted());
          return null;
        });
  }

  @Test
  void tenThousandFilesWithoutKnownFootersHaveHosts() throws Exception {
    SESSION.placeWholeFiles("/many/a*\th1,h2", "/many/b*\th2,h3");
    Path file = write("one", "parquet", 10);
    Path many = Files.createDirectory(SESSION.scratch().resolve("many"));
    for (int i = 0; i < 10_000; i++) {
      Files.createLink(many.resolve((i % 2 == 0 ? "a" : "b") + i + ".parquet"), file);
    }

    var rdd = SESSION.rddOf(packedScan(read("whole", "many", "parquet")));

    Map<String, Long> byHost =
        Stream.of(rdd.partitions())
            .collect(
                Collectors.groupingBy(
                    partition -> rdd.preferredLocations(partition).head(), Collectors.counting()));
    assertThat(byHost).containsOnlyKeys("h1", "h2", "h3");
    assertThat(byHost.values()).allMatch(count -> count * 3 < rdd.getNumPartitions() * 1.15 + 3);
  }

  @Test
  void filesThatCannotBeLookedUpInTimeAreReadInStockSparksParts() {
    write("late", "parquet", 60_000);
    Supplier<Dataset<Row>> query = () -> read("small", "late", "parquet").where("id % 9 = 1");
    SESSION.with(
        Map.of(ScanLocality.TimeoutKey(), "0s"),
        () -> {
          ScanSession.Answer answer = ScanSession.answer(query.get());

          assertThat(answer.packed()).hasSize(1);
          assertThat(answer.sorted()).isEqualTo(SESSION.stock(query).sorted());
          return null;
        });
  }

  @Test
  void filesWithoutKnownHostsKeepStockSparksPartitions() throws Exception {
    write("nowhere", "parquet", 60_000);
    SESSION.placeWholeFiles("/elsewhere\th1");
    Supplier<Dataset<Row>> query = () -> read("whole", "nowhere", "parquet");

    HostPackedScanExec scan = packedScan(query.get());

    assertThat(SESSION.rddOf(scan)).isNotInstanceOf(HostPackedScanRDD.class);
    assertThat(ScanSession.answer(query.get()).rows()).isEqualTo(SESSION.stock(query).rows());
  }

  @Test
  void aKeyWithoutMeaningIsNamed() {
    write("key", "parquet", 10);
    SESSION.with(
        Map.of(ScanSession.LOCALITY, "yes"),
        () -> {
          assertThat(outcome(read("small", "key", "parquet")).get(1))
              .contains("spark.situ.scan.locality is 'yes': set it to auto, always or off");
          return null;
        });
  }
}
