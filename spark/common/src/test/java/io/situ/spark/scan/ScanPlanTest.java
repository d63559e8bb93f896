// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which scans are packed by host, and what a user sees of it. */
@Tag("end-to-end")
class ScanPlanTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();
  private static final int EVENTS = 150_000;
  private static final String MIN_PARTITIONS = "spark.sql.files.minPartitionNum";

  /** Queries whose answer depends on which rows are in one partition, or in which order. */
  private static final List<String> OF_PARTITIONS =
      List.of(
          "SELECT id FROM events LIMIT 7",
          "SELECT first(id), last(id) FROM events",
          "SELECT k, collect_list(id)[0] FROM events GROUP BY k",
          "SELECT sum(id) FROM (SELECT * FROM events LIMIT 1000)",
          "SELECT id, monotonically_increasing_id() AS m FROM events WHERE id % 1000 = 1",
          "SELECT count(*) FROM events WHERE rand(7) < 0.5",
          "SELECT spark_partition_id() AS p, count(*) FROM events GROUP BY p",
          "SELECT count(*), min(id) FROM events TABLESAMPLE (10 PERCENT) REPEATABLE (3)",
          "SELECT id, input_file_block_start() FROM events WHERE id % 50000 = 0",
          "SELECT id, _metadata.file_block_length FROM parquet.`situ://small/events` WHERE id < 9",
          "SELECT sum(d), avg(d) FROM events",
          // Stock Spark adds the digits as floating-point numbers.
          "SELECT avg(CAST(price AS decimal(10,2))) FROM bigs",
          // A partial sum that overflows makes these NULL.
          "SELECT try_sum(id) FROM events",
          "SELECT try_avg(price) FROM bigs",
          // Stock Spark's partial sums have room for what others have not.
          "SELECT sum(big) FROM bigs",
          "SELECT avg(big) FROM bigs",
          "SELECT sum(CASE WHEN k > 0 THEN big + 1 ELSE 0 END) FROM bigs",
          "SELECT sum(CAST(text AS decimal(38, 2))) FROM bigs",
          "SELECT k, sum(CASE WHEN k > 0 THEN p ELSE 0 END) / sum(p) FROM"
              + " (SELECT k, price * big AS p FROM bigs) GROUP BY k",
          "SELECT sum(x) FROM (SELECT CAST(price AS decimal(38,2)) AS x FROM bigs"
              + " UNION ALL SELECT big FROM bigs)",
          "SELECT sum(big) FROM (SELECT big FROM bigs"
              + " UNION ALL SELECT CAST(price AS decimal(38,2)) FROM bigs)",
          "SELECT k, sum(p) FROM (SELECT k, price * big AS p FROM bigs) GROUP BY ROLLUP(k)",
          "SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY k ORDER BY 1) AS r FROM events)"
              + " WHERE r < 3",
          "SELECT k, max_by(id, 1) FROM events GROUP BY k");

  @BeforeAll
  static void write() {
    spark
        .range(0, EVENTS, 1, 3)
        .selectExpr("id", "id % 5 AS k", "sha2(cast(id AS string), 256) AS text", "id / 7D AS d")
        .write()
        .option("parquet.block.size", 1 << 20)
        .parquet(SESSION.scratch().resolve("events").toString());
    spark.read().parquet("situ://small/events").createOrReplaceTempView("events");
    spark
        .range(0, 20_000, 1, 3)
        .selectExpr(
            "id % 5 AS k",
            "CAST(id AS string) AS text",
            "CAST(id AS decimal(38,2)) AS big",
            "CAST(id AS decimal(28,2)) AS price")
        .write()
        .parquet(SESSION.scratch().resolve("bigs").toString());
    spark.read().parquet("situ://small/bigs").createOrReplaceTempView("bigs");
  }

  private static Supplier<Dataset<Row>> sql(String text) {
    return () -> spark.sql(text);
  }

  @Tag("spark-3.5")
  @Test
  void explainAndMetricsSayWhatWasPacked() {
    ScanSession.Answer answer =
        ScanSession.answer(spark.sql("SELECT k, count(*), max(text) FROM events GROUP BY k"));

    HostPackedScanExec scan = answer.packed().get(0);
    assertThat(answer.plan().toString()).contains("Scan parquet (packed by host)");
    long planned = metric(scan, HostPackedScan.PlannedMetric());
    long local = metric(scan, HostPackedScan.LocalMetric());
    long possible = metric(scan, HostPackedScan.PossibleMetric());
    assertThat(possible).isBetween(planned / 2, planned);
    assertThat(local).isBetween(possible * 97 / 100, possible);
    assertThat(metric(scan, "numFiles")).isEqualTo(3);
    assertThat(metric(scan, "numOutputRows")).isEqualTo(EVENTS);
  }

  @ParameterizedTest
  @FieldSource("OF_PARTITIONS")
  void whatDependsOnPartitionsKeepsThose(String query) {
    assertKeepsPartitions(query, "true");
  }

  @Tag("long")
  @ParameterizedTest
  @FieldSource("OF_PARTITIONS")
  void whatDependsOnPartitionsKeepsThoseWithoutAdaptivePlanning(String query) {
    assertKeepsPartitions(query, "false");
  }

  private static void assertKeepsPartitions(String query, String adaptive) {
    SESSION.with(
        Map.of("spark.sql.adaptive.enabled", adaptive),
        () -> {
          ScanSession.Answer answer = ScanSession.answer(spark.sql(query));

          assertThat(answer.scans()).isNotEmpty();
          assertThat(answer.packed()).isEmpty();
          assertThat(answer.rows()).isEqualTo(SESSION.stock(sql(query)).rows());
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT sum(price), avg(price) FROM bigs",
        "SELECT k, sum(CASE WHEN k > 0 THEN price * (1 - price) ELSE 0 END) FROM bigs GROUP BY k",
        "SELECT max(big) FROM bigs",
        "SELECT k, sum(CASE WHEN k > 0 THEN p ELSE 0 END) / sum(p) FROM"
            + " (SELECT k, price * price AS p FROM bigs) GROUP BY k",
        "SELECT sum(p) FROM (SELECT price + price AS p FROM bigs UNION ALL SELECT price - 1 FROM bigs)",
        "SELECT k, sum(p) FROM (SELECT k, price * price AS p FROM bigs) GROUP BY ROLLUP(k)",
      })
  void sumsOfDecimalsThatHaveRoomArePacked(String query) {
    ScanSession.Answer answer = ScanSession.answer(spark.sql(query));

    assertThat(answer.packed()).isNotEmpty().hasSameSizeAs(answer.scans());
    assertThat(answer.rows()).containsExactlyInAnyOrderElementsOf(SESSION.stock(sql(query)).rows());
  }

  /** The values of one host overflow, those of both do not in stock Spark's order. */
  @Test
  void aTrySumIsNotNullWhereStockSparksIsNot() throws Exception {
    SESSION.placeWholeFiles("/wide/host=1\th1", "/wide/host=2\th2");
    spark
        .sql(
            "SELECT * FROM VALUES (1, 9223372036854775807, ''), (1, 5, ''),"
                + " (2, -10, 'the largest file is the first to be read') AS rows(host, v, text)")
        .write()
        .partitionBy("host")
        .parquet("situ://whole/wide");
    Supplier<Dataset<Row>> query =
        () -> spark.read().parquet("situ://whole/wide").selectExpr("try_sum(v)");
    SESSION.with(
        Map.of(MIN_PARTITIONS, "1"),
        () -> {
          assertThat(SESSION.stock(query).rows()).containsExactly("[9223372036854775802]");
          assertThat(ScanSession.answer(query.get()).rows())
              .containsExactly("[9223372036854775802]");
          SESSION.with(
              Map.of(ScanSession.LOCALITY, "always"),
              () -> assertThat(ScanSession.answer(query.get()).rows()).containsExactly("[null]"));
          return null;
        });
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aColumnThatIsComputedInManyStepsIsFollowedOnce() {
    Dataset<Row> steps = spark.table("bigs").selectExpr("price AS v");
    for (int i = 0; i < 30; i++) {
      steps = steps.withColumn("v", functions.expr("v + v * 0.01"));
    }

    assertThat(ScanSession.answer(steps.selectExpr("sum(v)")).packed()).hasSize(1);
  }

  /** As of a later version of Spark, in which a method is another one. */
  @Test
  void aPlanThatDoesNotLinkStaysAsItIs() {
    SparkPlan plan = ScanSession.plan(spark.sql("SELECT id FROM events"));
    SQLConf unlinked =
        new SQLConf() {
          @Override
          public String getConfString(String key, String defaultValue) {
            throw new NoSuchMethodError(key);
          }
        };

    SparkPlan applied =
        SQLConf.withExistingConf(unlinked, () -> (SparkPlan) HostPackingRule.apply(plan));

    assertThat(applied).isSameAs(plan);
  }

  @Test
  void theUserMayHaveAllScansPacked() {
    SESSION.with(
        Map.of(ScanSession.LOCALITY, "always"),
        () -> {
          assertThat(ScanSession.answer(spark.sql("SELECT sum(d) FROM events")).packed())
              .hasSize(1);
          return null;
        });
  }

  @Test
  void filesOnOtherSchemesAreLeftAlone() {
    String path = SESSION.scratch().resolve("events").toString();

    assertThat(ScanSession.answer(spark.read().parquet(path).groupBy("k").count()).packed())
        .isEmpty();
  }

  @Tag("spark-3.5")
  @Test
  void rowsThatBecomeAnRddKeepTheirPartitions() {
    Dataset<Row> rows = spark.sql("SELECT id, k FROM events");
    List<Long> stock =
        SESSION
            .with(
                Map.of(ScanSession.LOCALITY, "off"),
                () -> spark.sql("SELECT id, k FROM events").javaRDD().map(row -> row.getLong(0)))
            .collect();

    assertThat(rows.javaRDD().map(row -> row.getLong(0)).collect()).isEqualTo(stock);
    // As in Python, where rows are never objects of the JVM.
    var internal = Executions.of(rows).toRdd().toJavaRDD();
    assertThat(internal.map(row -> row.getLong(0)).collect()).isEqualTo(stock);
  }

  /** Which rows of those that tie is up to their order: stock Spark's is of one partition. */
  @Test
  void rowsThatTieAtALimitAreStockSparksWhereItsAreTheSameInEachRun() {
    assertTiesAreStockSparks("true");
  }

  @Tag("long")
  @Test
  void rowsThatTieAtALimitAreStockSparksWithoutAdaptivePlanning() {
    assertTiesAreStockSparks("false");
  }

  private static void assertTiesAreStockSparks(String adaptive) {
    String path = "situ://small/ties-" + adaptive;
    rows(60_000).write().option("parquet.block.size", 1 << 20).parquet(path);
    spark.read().parquet(path).createOrReplaceTempView("ties");
    spark.range(5).selectExpr("id AS k", "concat('k', id) AS name").write().parquet(path + "-k");
    spark.read().parquet(path + "-k").createOrReplaceTempView("tied_names");
    Map<String, String> one = Map.of(MIN_PARTITIONS, "1", "spark.sql.adaptive.enabled", adaptive);
    Map<String, String> several =
        Map.of(MIN_PARTITIONS, "4", "spark.sql.adaptive.enabled", adaptive);
    SESSION.with(
        one,
        () -> {
          assertStockPartition("SELECT id, text FROM ties ORDER BY k LIMIT 5");
          assertStockPartition("SELECT k FROM ties ORDER BY abs(k) DESC LIMIT 5");
          assertPacked("SELECT k, id FROM ties ORDER BY k, id LIMIT 5");
          assertPacked("SELECT k, count(*) AS c FROM ties GROUP BY k ORDER BY c LIMIT 2");
          return null;
        });
    SESSION.with(
        several,
        () -> {
          assertPacked("SELECT id, text FROM ties ORDER BY k LIMIT 5");
          List<FileSourceScanExec> joined =
              ScanSession.answer(
                      spark.sql(
                          "SELECT id, name FROM ties JOIN tied_names USING (k) ORDER BY k LIMIT 5"))
                  .scans();
          assertThat(joined)
              .filteredOn(scan -> !(scan instanceof HostPackedScanExec))
              .hasSize(1)
              .allMatch(scan -> scan.output().toString().contains("name"));
          return null;
        });
  }

  private static Dataset<Row> rows(long count) {
    return spark
        .range(0, count, 1, 1)
        .selectExpr("id", "id % 5 AS k", "sha2(cast(id AS string), 256) AS text");
  }

  private static void assertStockPartition(String query) {
    ScanSession.Answer answer = ScanSession.answer(spark.sql(query));

    assertThat(answer.packed()).hasSize(1);
    assertThat(SESSION.rddOf(answer.packed().get(0)))
        .isNotInstanceOf(HostPackedScanRDD.class)
        .matches(rdd -> rdd.getNumPartitions() == 1);
    assertThat(answer.rows()).isEqualTo(SESSION.stock(sql(query)).rows());
  }

  private static void assertPacked(String query) {
    ScanSession.Answer answer = ScanSession.answer(spark.sql(query));

    assertThat(answer.packed()).hasSize(1);
    assertThat(SESSION.rddOf(answer.packed().get(0))).isInstanceOf(HostPackedScanRDD.class);
  }

  /** The same exchange twice in one query, with and without an order that counts. */
  @Tag("spark-3.5")
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void aPackedExchangeIsNotReadInPlaceOfStockSparks(String adaptive) {
    String exchanged = "(SELECT /*+ REPARTITION(3, k) */ id, k FROM events)";
    SESSION.with(
        Map.of("spark.sql.adaptive.enabled", adaptive),
        () -> {
          ScanSession.Answer answer =
              ScanSession.answer(
                  spark.sql(
                      "%1$s, sum(id) FROM %2$s GROUP BY k UNION ALL %1$s, first(id) FROM %2$s GROUP BY k"
                          .formatted("SELECT k", exchanged)));

          assertThat(answer.scans()).hasSize(2);
          assertThat(answer.packed()).hasSize(1);

          ScanSession.Answer twice =
              ScanSession.answer(
                  spark.sql(
                      "%1$s, sum(id) FROM %2$s GROUP BY k UNION ALL %1$s, min(id) FROM %2$s GROUP BY k"
                          .formatted("SELECT k", exchanged)));
          assertThat(twice.scans()).hasSize(1);
          assertThat(twice.packed()).hasSize(1);
          return null;
        });
  }

  @Test
  void aSettingThatChangesAfterPlanningChangesNoReader() {
    SESSION.with(
        Map.of("spark.sql.adaptive.enabled", "false"),
        () -> {
          Dataset<Row> query = spark.sql("SELECT id FROM events WHERE id % 30000 = 1");
          assertThat(new ScanSession.Answer(List.of(), ScanSession.plan(query)).packed())
              .hasSize(1);
          List<String> rows =
              SESSION.with(
                  Map.of("spark.sql.codegen.wholeStage", "false"),
                  () -> ScanSession.answer(query).sorted());

          assertThat(rows)
              .containsExactlyInAnyOrder("[1]", "[30001]", "[60001]", "[90001]", "[120001]");
          return null;
        });
  }

  @Test
  void bucketedScansKeepTheirBuckets() {
    spark
        .table("events")
        .select("id", "k")
        .write()
        .bucketBy(4, "k")
        .option("path", "situ://small/bucketed")
        .saveAsTable("bucketed");
    try {
      ScanSession.Answer answer =
          ScanSession.answer(spark.sql("SELECT k, count(*) FROM bucketed GROUP BY k"));

      assertThat(answer.scans()).hasSize(1);
      assertThat(answer.scans().get(0).bucketedScan()).isTrue();
      assertThat(answer.packed()).isEmpty();
    } finally {
      spark.sql("DROP TABLE bucketed");
    }
  }

  private static long metric(HostPackedScanExec scan, String name) {
    return scan.metrics().apply(name).value();
  }

  @Tag("spark-3.5")
  @Test
  void cachedTablesAreFilledByHost() {
    assertCachedTablesAreFilledByHost("true");
  }

  @Tag("long")
  @Test
  void cachedTablesAreFilledByHostWithoutAdaptivePlanning() {
    assertCachedTablesAreFilledByHost("false");
  }

  private static void assertCachedTablesAreFilledByHost(String adaptive) {
    Supplier<Dataset<Row>> rows = () -> spark.sql("SELECT id, k, text FROM events WHERE k < 4");
    SESSION.with(
        Map.of("spark.sql.adaptive.enabled", adaptive),
        () -> {
          List<String> stock =
              SESSION.stock(() -> rows.get().groupBy("k").sum("id").orderBy("k")).rows();
          List<String> stockRows = SESSION.stock(rows).sorted();
          Dataset<Row> cached = rows.get().cache();
          try {
            ScanSession.Answer sums =
                ScanSession.answer(cached.groupBy("k").sum("id").orderBy("k"));

            assertThat(sums.rows()).isEqualTo(stock);
            assertThat(sums.packed()).hasSize(1);
            assertThat(metric(sums.packed().get(0), HostPackedScan.PlannedMetric())).isPositive();
            assertThat(ScanSession.answer(cached.select("*")).sorted()).isEqualTo(stockRows);
          } finally {
            cached.unpersist();
          }
          return null;
        });
  }

  @Tag("spark-3.5")
  @Test
  void partitionsThatAreFoundWhileTheQueryRunsAreThoseThatAreRead() {
    assertPartitionsAreThoseThatAreFound("true");
  }

  @Tag("long")
  @Test
  void partitionsThatAreFoundWithoutAdaptivePlanningAreThoseThatAreRead() {
    assertPartitionsAreThoseThatAreFound("false");
  }

  private static void assertPartitionsAreThoseThatAreFound(String adaptive) {
    String parted = "events-by-k-" + adaptive;
    spark.table("events").write().partitionBy("k").parquet("situ://small/" + parted);
    spark
        .range(5)
        .selectExpr("id AS k", "concat('k', id) AS name")
        .write()
        .parquet("situ://small/" + parted + "-names");
    spark.read().parquet("situ://small/" + parted).createOrReplaceTempView("events_by_k");
    spark.read().parquet("situ://small/" + parted + "-names").createOrReplaceTempView("names");
    Supplier<Dataset<Row>> query =
        sql(
            "SELECT count(*), min(text), max(id) FROM events_by_k JOIN names USING (k)"
                + " WHERE name = 'k3'");
    SESSION.with(
        Map.of("spark.sql.adaptive.enabled", adaptive),
        () -> {
          ScanSession.Answer answer = ScanSession.answer(query.get());

          assertThat(answer.rows()).isEqualTo(SESSION.stock(query).rows());
          assertThat(answer.rows().get(0)).startsWith("[" + EVENTS / 5 + ",");
          HostPackedScanExec pruned =
              answer.packed().stream()
                  .filter(scan -> scan.partitionFilters().nonEmpty())
                  .findFirst()
                  .orElseThrow();
          assertThat(pruned.partitionFilters().toString()).contains("dynamicpruning");
          assertThat(metric(pruned, "numPartitions")).isEqualTo(1);
          assertThat(metric(pruned, "numOutputRows")).isEqualTo(EVENTS / 5);
          assertThat(metric(pruned, HostPackedScan.PlannedMetric())).isPositive();
          return null;
        });
  }

  @Test
  void streamsKeepTheirFiles() throws Exception {
    var query =
        spark
            .readStream()
            .schema("id BIGINT, k BIGINT")
            .parquet("situ://small/events")
            .groupBy("k")
            .count()
            .writeStream()
            .format("memory")
            .queryName("counts")
            .outputMode("complete")
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();

    ByteArrayOutputStream plan = new ByteArrayOutputStream();
    scala.Console.withOut(
        plan,
        () -> {
          query.explain();
          return null;
        });
    assertThat(plan.toString(UTF_8)).contains("Scan parquet").doesNotContain("packed by host");
    assertThat(spark.sql("SELECT sum(count) FROM counts").first().getLong(0)).isEqualTo(EVENTS);
  }
}
