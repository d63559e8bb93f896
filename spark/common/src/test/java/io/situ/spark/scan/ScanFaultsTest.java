// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are damaged, change, are many or have unusual row groups: as with stock Spark. */
@Tag("end-to-end")
class ScanFaultsTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();
  private static final long OLD_COUNT = 60_000;
  private static final String CHANGED = "changed since it was listed";

  /** With 1 files are cut only where they are larger than a partition. */
  private static final String ONE_CUT = "spark.sql.files.minPartitionNum";

  private static final String IGNORE_MISSING = "spark.sql.files.ignoreMissingFiles";

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
    return outcome(() -> query);
  }

  private static List<String> outcome(Supplier<Dataset<Row>> query) {
    try {
      return ScanSession.answer(query.get()).sorted();
    } catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      return List.of("error", cause.toString());
    }
  }

  private static List<String> stockOutcome(Supplier<Dataset<Row>> query) {
    return SESSION.with(Map.of(ScanSession.LOCALITY, "off"), () -> outcome(query));
  }

  @Test
  void aDamagedFooterIsStockSparksError() throws IOException {
    assertIsStockSparksError("parquet");
  }

  @Tag("long")
  @Test
  void aDamagedFooterOfOrcIsStockSparksError() throws IOException {
    assertIsStockSparksError("orc");
  }

  private static void assertIsStockSparksError(String format) throws IOException {
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
  @ValueSource(strings = {"parquet", "csv"})
  void aFileThatIsRewrittenAfterPlanningIsNamedOrGivesWhatItGivesToStockSpark(String format) {
    assertIsNamedOrGivesWhatItGivesToStockSpark(format);
  }

  @Tag("long")
  @Test
  void aFileOfOrcThatIsRewrittenAfterPlanningIsNamedOrGivesWhatItGivesToStockSpark() {
    assertIsNamedOrGivesWhatItGivesToStockSpark("orc");
  }

  private static void assertIsNamedOrGivesWhatItGivesToStockSpark(String format) {
    for (long newCount : new long[] {20_000, 100_000}) {
      String name = "rewritten-" + format + newCount;
      List<String> packed = afterRewriting(name, format, newCount, "auto");
      List<String> stock = afterRewriting(name + "-stock", format, newCount, "off");

      if (packed.get(0).equals("error")) {
        assertThat(packed.get(1)).contains(name).containsAnyOf(CHANGED, "past the end of the file");
      } else {
        // Lines that may have been appended, or a file of one part.
        assertThat(format).isNotEqualTo("parquet");
        assertThat(packed).isEqualTo(stock);
      }
    }
  }

  /** Where one task reads all of it there is nothing to compare. */
  @Test
  void aFileOfOnePartThatIsRewrittenAfterPlanningGivesWhatItGivesToStockSpark() throws Exception {
    SESSION.placeWholeFiles("/\th1");

    List<String> packed = afterRewriting("whole-rewritten", "whole", "parquet", 20_000, "auto");

    assertThat(packed)
        .hasSize(6_667)
        .isEqualTo(afterRewriting("whole-rewritten-stock", "whole", "parquet", 20_000, "off"));
  }

  /** What the first task that reads a row does. */
  private static final AtomicReference<Runnable> FIRST_ROW = new AtomicReference<>();

  private static Long unchanged(Long id) {
    Runnable first = FIRST_ROW.getAndSet(null);
    if (first != null) {
      first.run();
    }
    return id;
  }

  /** Rows of both files would be a table that there never was. */
  @ParameterizedTest
  @CsvSource({"parquet,small", "parquet,whole"})
  void aFileThatIsReplacedWhileTasksReadGivesItsOldRowsOrAnError(String format, String store)
      throws Exception {
    assertGivesItsOldRowsOrAnError(format, store);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"orc", "csv"})
  void aFileOfAnotherFormatThatIsReplacedWhileTasksReadGivesItsOldRowsOrAnError(String format)
      throws Exception {
    assertGivesItsOldRowsOrAnError(format, "small");
  }

  private static void assertGivesItsOldRowsOrAnError(String format, String store) throws Exception {
    SESSION.placeWholeFiles("/\th1");
    String name = "replaced-" + format + "-" + store;
    Path old = write(name, format, OLD_COUNT);
    Path other = write(name + "-other", format, 40_000);
    Files.setLastModifiedTime(other, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
    spark.udf().register("unchanged", (UDF1<Long, Long>) ScanFaultsTest::unchanged, LongType);
    List<String> before = ScanSession.answer(read(store, name, format).select("text")).sorted();
    FIRST_ROW.set(() -> replace(other, old));

    List<String> packed =
        SESSION.with(
            Map.of(ONE_CUT, "1"),
            () -> {
              Dataset<Row> query = read(store, name, format).where("unchanged(id) >= 0");
              assertThat(packedScan(query)).isNotNull();
              return outcome(query.select("text"));
            });

    assertThat(FIRST_ROW).hasValue(null);
    if (packed.get(0).equals("error")) {
      assertThat(packed.get(1)).contains(name).containsAnyOf(CHANGED, "past the end of the file");
      assertThat(store).as("one part").isEqualTo("small");
    } else {
      assertThat(packed).isEqualTo(before);
    }
  }

  /** Nothing but the file system's own version of it shows that it is another one. */
  @Test
  void aFileThatIsReplacedByOneOfItsLengthAndTimeIsNamed() throws Exception {
    String name = "replaced-alike";
    Path old = write(name, "csv", OLD_COUNT);
    Path other = SESSION.scratch().resolve("alike.csv");
    Files.writeString(other, Files.readString(old).replace('a', 'b'));
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(old));
    spark.udf().register("unchanged", (UDF1<Long, Long>) ScanFaultsTest::unchanged, LongType);
    FIRST_ROW.set(() -> replace(other, old));

    List<String> packed =
        outcome(
            () -> {
              Dataset<Row> query = read("small", name, "csv").where("unchanged(id) >= 0");
              assertThat(packedScan(query)).isNotNull();
              return query.select("text");
            });

    assertThat(FIRST_ROW).hasValue(null);
    assertThat(packed.get(0)).isEqualTo("error");
    assertThat(packed.get(1)).contains(name, CHANGED);
  }

  /** With stock Spark's single partition it is read to its end; with several parts it is not. */
  @Test
  void aFileThatIsRemovedWhileItIsReadHasAllItsRowsIfMissingFilesAreIgnored() {
    assertHasAllItsRows(true);
  }

  @Tag("long")
  @Test
  void aFileThatIsRemovedHasAllItsRowsIfTheSessionIgnoresMissingFiles() {
    assertHasAllItsRows(false);
  }

  private static void assertHasAllItsRows(boolean byOption) {
    String name = "removed-" + byOption;
    Path file = write(name, "parquet", OLD_COUNT);
    spark.udf().register("unchanged", (UDF1<Long, Long>) ScanFaultsTest::unchanged, LongType);
    List<String> before =
        ScanSession.answer(read("small", name, "parquet").select("text")).sorted();
    FIRST_ROW.set(() -> assertThat(file.toFile().delete()).isTrue());

    List<String> rows =
        SESSION.with(
            Map.of(ONE_CUT, "1", IGNORE_MISSING, Boolean.toString(!byOption)),
            () -> {
              var reader = spark.read().schema("id BIGINT, text STRING");
              if (byOption) {
                reader.option("ignoreMissingFiles", true);
              }
              return outcome(
                  reader
                      .parquet("situ://small/" + name)
                      .where("unchanged(id) >= 0")
                      .select("text"));
            });

    assertThat(FIRST_ROW).hasValue(null);
    assertThat(rows).isEqualTo(before);
  }

  private static void replace(Path other, Path old) {
    try {
      Files.move(other, old, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> afterRewriting(
      String name, String format, long newCount, String locality) {
    return afterRewriting(name, "small", format, newCount, locality);
  }

  private static List<String> afterRewriting(
      String name, String store, String format, long newCount, String locality) {
    Path old = write(name, format, OLD_COUNT);
    Path other = write(name + "-other", format, newCount);
    return SESSION.with(
        Map.of(ScanSession.LOCALITY, locality, "spark.sql.adaptive.enabled", "false", ONE_CUT, "1"),
        () -> {
          Dataset<Row> query = read(store, name, format).where("id % 3 = 1");
          var planned = new ScanSession.Answer(List.of(), ScanSession.plan(query)).scans().get(0);
          assertThat(SESSION.rddOf(planned).getNumPartitions()).isPositive();
          replace(other, old);
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
  void hundredsOfFilesWithoutKnownFootersHaveHosts() throws Exception {
    assertHaveHosts(300);
  }

  @Tag("long")
  @Test
  void tenThousandFilesWithoutKnownFootersHaveHosts() throws Exception {
    assertHaveHosts(10_000);
  }

  private static void assertHaveHosts(int files) throws Exception {
    String name = "many-" + files;
    Path file = write(name + "-one", "parquet", 1000);
    assertThat(Files.size(file))
        .as("several pieces, so that the footer is read")
        .isGreaterThan(2048);
    Path many = Files.createDirectory(SESSION.scratch().resolve(name));
    for (int i = 0; i < files; i++) {
      Files.copy(file, many.resolve(i + ".parquet"));
    }

    var rdd =
        SESSION.with(
            Map.of(ScanKeys.TIMEOUT.name(), "300s"),
            () -> SESSION.rddOf(packedScan(read("tiny", name, "parquet"))));

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
        Map.of(ScanKeys.TIMEOUT.name(), "0s"),
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

  @ParameterizedTest
  @CsvSource({
    "spark.situ.scan.locality, yes, 'auto, always or off'",
    "spark.situ.scan.lookup.timeout, ten, seconds",
    "spark.situ.scan.cost.remote, fast, bytes per second"
  })
  void aKeyWithoutMeaningIsNamedAndMayBeSetAgain(String key, String value, String meaning) {
    write("key-" + value, "parquet", 10);
    Supplier<Dataset<Row>> query = () -> read("small", "key-" + value, "parquet");
    try {
      spark.sql("SET " + key + "=" + value);

      assertThat(outcome(query).get(1)).contains(key + " is '" + value + "'; it must be ", meaning);
      spark.sql("RESET " + key);
      assertThat(outcome(query)).hasSize(10);
    } finally {
      spark.conf().unset(key);
    }
  }

  @Test
  void overwritingWhatIsReadIsStockSparksErrorAndKeepsTheData() {
    write("overwritten", "parquet", 1_000);
    List<String> before = ScanSession.answer(read("small", "overwritten", "parquet")).sorted();
    spark.sql(
        "CREATE TABLE overwritten (id BIGINT, text STRING) USING parquet"
            + " LOCATION 'situ://small/overwritten'");
    try {
      Supplier<Dataset<Row>> query =
          () -> spark.sql("INSERT OVERWRITE overwritten SELECT * FROM overwritten WHERE id > 5");

      List<String> packed = outcome(query);

      assertThat(packed).startsWith("error").isEqualTo(stockOutcome(query));
      assertThat(ScanSession.answer(read("small", "overwritten", "parquet")).sorted())
          .isEqualTo(before);
    } finally {
      spark.sql("DROP TABLE overwritten");
    }
  }

  @Test
  void partitionsThatAreReadCanBeOverwrittenAsInStockSpark() {
    assertCanBeOverwritten("auto");
  }

  @Tag("long")
  @Test
  void partitionsThatAreReadCanBeOverwrittenInStockSpark() {
    assertCanBeOverwritten("off");
  }

  private static void assertCanBeOverwritten(String locality) {
    String table = "parted_" + locality;
    SESSION.with(
        Map.of(
            ScanSession.LOCALITY, locality, "spark.sql.sources.partitionOverwriteMode", "dynamic"),
        () -> {
          spark.sql(
              "CREATE TABLE "
                  + table
                  + " (id BIGINT, part BIGINT) USING parquet"
                  + " PARTITIONED BY (part) LOCATION 'situ://small/"
                  + table
                  + "'");
          try {
            spark.range(0, 900, 1, 3).selectExpr("id", "id % 3 AS part").write().insertInto(table);

            spark.sql(
                "INSERT OVERWRITE "
                    + table
                    + " SELECT id + 1000, part FROM "
                    + table
                    + " WHERE part = 1");

            assertThat(
                    spark
                        .sql(
                            "SELECT part, count(*), sum(id) FROM "
                                + table
                                + " GROUP BY part ORDER BY part")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[0,300,134550], [1,300,434850], [2,300,135150]]");
          } finally {
            spark.sql("DROP TABLE " + table);
          }
          return null;
        });
  }
}
