// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.spark.ui.ReadListener;
import io.situ.spark.ui.ReadSummary.ScanBytes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What packed scans are said to have read is what tasks read. */
@Tag("end-to-end")
class ScanBytesTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  @BeforeAll
  static void write() throws Exception {
    spark
        .range(0, 60_000, 1, 3)
        .selectExpr("id", "id % 5 AS k", "sha2(cast(id AS string), 256) AS text")
        .write()
        .option("parquet.block.size", 1 << 20)
        .parquet(SESSION.scratch().resolve("counted").toString());
    SESSION.placeWholeFiles("/counted\th1,h2");
    for (String store : List.of("small", "whole")) {
      spark.read().parquet("situ://" + store + "/counted").createOrReplaceTempView(store);
    }
  }

  /** What Spark's own metrics say that tasks read. */
  private static final class Input extends SparkListener {
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      bytes.addAndGet(end.taskMetrics().inputMetrics().bytesRead());
    }
  }

  private record Counted(long input, List<ScanBytes> scans) {
    long sum(ToLongFunction<ScanBytes> bytes) {
      return scans.stream().mapToLong(bytes).sum();
    }
  }

  private static Counted run(Runnable queries) throws Exception {
    SparkContext context = spark.sparkContext();
    ReadListener scans = new ReadListener(context.getConf());
    Input input = new Input();
    context.addSparkListener(scans);
    context.addSparkListener(input);
    try {
      queries.run();
      context.listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(1));
      return new Counted(input.bytes.get(), scans.summary().scans());
    } finally {
      context.removeSparkListener(scans);
      context.removeSparkListener(input);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "an exchange that is used again;"
            + " WITH n AS (SELECT k, count(*) AS n FROM %1$s GROUP BY k)"
            + " SELECT * FROM n UNION ALL SELECT k, n FROM n",
        "a join that is planned again;"
            + " SELECT count(*) FROM %1$s a JOIN (SELECT id FROM %1$s WHERE id %% 1000 = 1) b"
            + " ON a.id = b.id",
        "subqueries;"
            + " SELECT k, max(id) FROM %1$s WHERE id < (SELECT max(id) - 5 FROM %1$s)"
            + " AND id > (SELECT max(id) - 100 FROM %1$s) GROUP BY k",
        "rows that are sorted, which samples them first; SELECT id FROM %1$s ORDER BY k, id",
        "no column; SELECT count(*) FROM %1$s",
      })
  void theyAddUpToWhatTasksRead(String query, String sql) throws Exception {
    for (String store : List.of("small", "whole")) {
      Counted counted = run(() -> spark.sql(String.format(sql, store)).collectAsList());

      assertThat(counted.sum(ScanBytes::planned)).as(query).isEqualTo(counted.input());
      assertThat(counted.sum(ScanBytes::local)).isPositive();
      assertThat(counted.sum(ScanBytes::possible))
          .isBetween(counted.sum(ScanBytes::local), counted.input());
    }
  }

  @Test
  void aFileOnOneSetOfHostsIsWhollyPossibleWhateverColumnsAreAsked() throws Exception {
    Counted counted = run(() -> spark.sql("SELECT sum(k) FROM whole").collectAsList());

    assertThat(counted.sum(ScanBytes::possible)).isEqualTo(counted.input()).isPositive();
  }

  @Test
  void aScanThatIsOnlyPlannedHasReadNothing() throws Exception {
    Dataset<Row> query = spark.sql("SELECT k, count(*) FROM small GROUP BY k");
    HostPackedScanExec scan =
        new ScanSession.Answer(List.of(), ScanSession.plan(query)).packed().get(0);

    Counted counted = run(() -> assertThat(SESSION.rddOf(scan).getNumPartitions()).isPositive());

    assertThat(counted).isEqualTo(new Counted(0, List.of()));
    assertThat(scan.metrics().apply(HostPackedScan.PlannedMetric()).value()).isZero();
  }
}
