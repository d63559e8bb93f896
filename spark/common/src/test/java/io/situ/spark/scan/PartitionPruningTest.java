// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which partitions of a table are read where a join says it while the query runs. */
@Tag("end-to-end")
class PartitionPruningTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  private static final int PARTITIONS = 20;
  private static final int FILES_OF_A_PARTITION = 2;

  /** For each query, how many scans of the large table it has. */
  private static final Map<String, Integer> QUERIES =
      Map.of(
          "SELECT count(*) FROM facts JOIN dims ON part = dk WHERE name = 'n3'",
          1,
          "SELECT sum(d) FROM facts JOIN dims ON part = dk WHERE name = 'n3'",
          1,
          "SELECT avg(id) FROM facts JOIN dims ON part = dk WHERE name = 'n3'",
          1,
          "SELECT v, id FROM facts JOIN dims ON part = dk WHERE name = 'n3' ORDER BY v LIMIT 5",
          1,
          "SELECT id, name FROM facts JOIN dims ON part = dk WHERE name = 'n3' LIMIT 7",
          1,
          "SELECT v, collect_list(id) FROM facts JOIN dims ON part = dk WHERE name = 'n3'"
              + " GROUP BY v ORDER BY v",
          1,
          // The table that says it is read through an exchange of its own.
          "SELECT sum(d) FROM facts JOIN (SELECT dk, max(name) AS name FROM dims GROUP BY dk)"
              + " ON part = dk WHERE name = 'n3'",
          1,
          // The same table packed and not.
          "SELECT count(*) FROM facts JOIN dims ON part = dk WHERE name = 'n3' UNION ALL"
              + " SELECT sum(d) FROM facts JOIN dims ON part = dk WHERE name = 'n3'",
          2);

  @BeforeAll
  static void write() {
    spark
        .range(0, 4_000, 1, FILES_OF_A_PARTITION)
        .selectExpr("id", "id % 7 AS v", "id / 7D AS d", "id % " + PARTITIONS + " AS part")
        .write()
        .partitionBy("part")
        .parquet("situ://tiny/pruned/facts");
    spark
        .range(PARTITIONS)
        .selectExpr("id AS dk", "concat('n', id) AS name")
        .write()
        .parquet("situ://tiny/pruned/dims");
    spark.read().parquet("situ://tiny/pruned/facts").createOrReplaceTempView("facts");
    spark.read().parquet("situ://tiny/pruned/dims").createOrReplaceTempView("dims");
  }

  /** Of several partitions, which rows tie at a limit differs in stock Spark's own runs. */
  private static Map<String, String> settings(String adaptive) {
    return Map.of("spark.sql.adaptive.enabled", adaptive, "spark.sql.files.minPartitionNum", "1");
  }

  /** What is broadcast is read once, for the join and for the partitions. */
  @Test
  void theFilesAreReadThatStockSparkReadsAndWhatIsBroadcastIsReadOnce() {
    assertReadsWhatStockSparkReads("true");
  }

  @Tag("long")
  @Test
  void theSameFilesAreReadWithoutAdaptivePlanning() {
    assertReadsWhatStockSparkReads("false");
  }

  private static void assertReadsWhatStockSparkReads(String adaptive) {
    QUERIES.forEach(
        (query, scans) ->
            SESSION.with(
                settings(adaptive),
                () -> {
                  Supplier<Dataset<Row>> rows = () -> spark.sql(query);
                  ScanSession.Answer stock = SESSION.stock(rows);
                  ScanSession.Answer answer = ScanSession.answer(rows.get());

                  // Spark 4.2 makes one scan of two that are alike.
                  int expected = spark.version().startsWith("4.2") ? 1 : scans;
                  assertThat(files(stock)).as(query).hasSize(expected);
                  assertThat(files(stock)).as(query).containsOnly((long) FILES_OF_A_PARTITION);
                  assertThat(files(answer)).as(query).isEqualTo(files(stock));
                  assertThat(answer.rows()).as(query).isEqualTo(stock.rows());
                  assertThat(answer.plan().toString()).as(query).contains("SubqueryBroadcast");
                  if (!query.contains("UNION")) {
                    assertThat(rowsOfDims(answer)).as(query).isEqualTo(rowsOfDims(stock));
                  }
                  return null;
                }));
  }

  private static List<Long> files(ScanSession.Answer answer) {
    return answer.scans().stream()
        .filter(scan -> scan.partitionFilters().nonEmpty())
        .map(scan -> metric(scan, "numFiles"))
        .toList();
  }

  private static List<Long> rowsOfDims(ScanSession.Answer answer) {
    return answer.scans().stream()
        .filter(scan -> scan.output().toString().contains("name"))
        .map(scan -> metric(scan, "numOutputRows"))
        .filter(rows -> rows > 0)
        .toList();
  }

  private static long metric(FileSourceScanExec scan, String name) {
    return scan.metrics().apply(name).value();
  }
}
