// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.situ.spark.line.SparkLine;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts for a scan and is not in its plan: what is done with its rows, and whose it is. */
@Tag("end-to-end")
class OutsidePlanTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();
  private static final long ROWS = 60_000;
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";

  /** With 1 stock Spark reads the one file in one partition. */
  private static final String MIN_PARTITIONS = "spark.sql.files.minPartitionNum";

  @BeforeAll
  static void write() {
    spark
        .range(0, ROWS, 1, 1)
        .selectExpr("id", "sha2(cast(id AS string), 256) AS text")
        .write()
        .option("parquet.block.size", 1 << 20)
        .parquet(SESSION.scratch().resolve("numbers").toString());
    spark.read().parquet("situ://small/numbers").createOrReplaceTempView("numbers");
  }

  private static Dataset<Row> longs() {
    return spark.sql("SELECT id + length(text) AS n FROM numbers");
  }

  private static <T> long partitions(Dataset<T> numbers) {
    LongAccumulator partitions = spark.sparkContext().longAccumulator();
    numbers.foreachPartition((ForeachPartitionFunction<T>) rows -> partitions.add(1L));
    return partitions.sum();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void functionsOnPartitionsOfNumbersAndBytesSeeThoseOfStockSpark(String adaptive) {
    SESSION.with(
        Map.of(MIN_PARTITIONS, "1", ADAPTIVE, adaptive),
        () -> {
          HostPackedScanExec packed = ScanSession.answer(longs()).packed().get(0);
          assertThat(SESSION.rddOf(packed).getNumPartitions()).isGreaterThan(1);

          assertThat(partitions(longs().as(Encoders.scalaLong()))).isOne();
          assertThat(partitions(longs().as(Encoders.LONG()))).isOne();
          assertThat(
                  partitions(
                      longs()
                          .as(Encoders.scalaLong())
                          .map((MapFunction<Object, Object>) n -> n, Encoders.scalaLong())))
              .isOne();
          assertThat(
                  partitions(
                      spark
                          .sql("SELECT CAST(text AS binary) AS b FROM numbers")
                          .as(Encoders.BINARY())))
              .isOne();
          return null;
        });
  }

  /** Its first rows are kept by the driver if they are few. */
  @Tag("spark-4.2")
  @ParameterizedTest
  @ValueSource(strings = {"100", "0"})
  void aRecursionGoesOnWithStockSparksRowsInTheirOrder(String maxKept) {
    assumeThat(SparkLine.sparkVersion()).as("has recursions").isGreaterThanOrEqualTo("4.1");
    String some = "FROM numbers WHERE id % 1000 = 7 AND text > ''";
    Supplier<Dataset<Row>> query =
        () ->
            spark.sql(
                "WITH RECURSIVE r(id, n) AS (SELECT id, 0 "
                    + some
                    + " UNION ALL SELECT id, n + 1 FROM r WHERE n < 2)"
                    + " SELECT collect_list(id) FROM (SELECT /*+ COALESCE(1) */ id FROM r)");
    SESSION.with(
        Map.of(
            MIN_PARTITIONS,
            "1",
            "spark.sql.cteRecursionAnchorRowsLimitToConvertToLocalRelation",
            maxKept),
        () -> {
          Supplier<Dataset<Row>> first = () -> spark.sql("SELECT id " + some);
          assertThat(ScanSession.answer(first.get()).rows())
              .isNotEqualTo(SESSION.stock(first).rows());

          assertThat(ScanSession.answer(query.get()).rows()).isEqualTo(SESSION.stock(query).rows());
          return null;
        });
  }

  /** Hadoop's cache would have the file system that the other session opened. */
  @Test
  void filesOfAnotherSessionAreLookedUpWithItsConfiguration() throws IOException {
    String cache = "fs.situ.impl.disable.cache";
    String store = "fs.situ.store.of-session.";
    SparkSession other = spark.newSession();
    other.conf().set(cache, "true");
    other.conf().set(store + "root", SESSION.scratch().toString());
    other.conf().set(store + "driver", "posix");
    other
        .conf()
        .set(
            store + "placement.command",
            PiecesOnHosts.write(SESSION.scratch(), 1 << 20).toString());
    other
        .read()
        .parquet("situ://of-session/numbers")
        .createOrReplaceGlobalTempView("numbers_of_session");
    SparkSession asking = spark.newSession();
    asking.conf().set(cache, "true");

    ScanSession.Answer answer =
        ScanSession.answer(
            asking.sql("SELECT count(*), min(text) > '' FROM global_temp.numbers_of_session"));

    assertThat(answer.rows()).containsExactly("[" + ROWS + ",true]");
    assertThat(answer.packed()).hasSize(1);
  }
}
