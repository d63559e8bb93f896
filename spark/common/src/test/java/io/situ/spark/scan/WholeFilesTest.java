// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that cannot be cut: they lie on several hosts, and are read by one task each. */
@Tag("end-to-end")
class WholeFilesTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();
  private static final int FILES = 3;

  @ParameterizedTest
  @CsvSource({"text,compression=gzip", "json,multiLine=true"})
  void eachIsOneUnitWithTheRowsOfStockSpark(String format, String option) {
    assertOneUnit(format, option);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "csv,compression=gzip",
    "json,compression=gzip",
    "csv,multiLine=true",
    "text,wholetext=true"
  })
  void eachOfOtherFormatsIsOneUnitWithTheRowsOfStockSpark(String format, String option) {
    assertOneUnit(format, option);
  }

  private static void assertOneUnit(String format, String option) {
    String name = "whole-" + format + "-" + option.replace('=', '-');
    String[] setting = option.split("=");
    // With line feeds in values, where lines are not rows.
    String text = setting[0].equals("multiLine") ? "concat(hash, '\n', hash)" : "hash";
    Dataset<Row> rows =
        spark
            .range(0, 210_000, 1, FILES)
            .selectExpr("sha2(cast(id AS string), 256) AS hash")
            .selectExpr(text + " AS value");
    rows.write()
        .options(Map.of(setting[0], setting[1]))
        .option("quoteAll", true)
        .format(format)
        .save(SESSION.scratch().resolve(name).toString());
    Supplier<Dataset<Row>> query =
        () ->
            spark
                .read()
                .schema("value STRING")
                .options(Map.of(setting[0], setting[1]))
                .format(format)
                .load("situ://small/" + name)
                .where("length(value) > 3");

    ScanSession.Answer answer = ScanSession.answer(query.get());

    assertThat(answer.packed()).hasSize(1);
    assertThat(answer.sorted()).isNotEmpty().isEqualTo(SESSION.stock(query).sorted());
    Map<String, Integer> parts = new HashMap<>();
    for (var partition : SESSION.rddOf(answer.packed().get(0)).partitions()) {
      for (PartitionedFile file : ((FilePartition) partition).files()) {
        assertThat(file.fileSize()).as("several pieces").isGreaterThan(2 << 20);
        assertThat(file.start()).isZero();
        assertThat(file.length()).isEqualTo(file.fileSize());
        assertThat(file.locations()).isNotEmpty();
        parts.merge(file.filePath().toString(), 1, Integer::sum);
      }
    }
    assertThat(parts).hasSize(FILES).allSatisfy((file, count) -> assertThat(count).isOne());
  }
}
