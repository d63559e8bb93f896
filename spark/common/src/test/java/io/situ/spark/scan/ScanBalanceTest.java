// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.Partition;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is local of files in pieces of 4 MiB, each on two of three hosts, and how even hosts are.
 */
@Tag("end-to-end")
class ScanBalanceTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  private static void write(String format) {
    Dataset<Row> rows =
        spark
            .range(0, 360_000, 1, 2)
            .selectExpr(
                "id",
                "sha2(cast(id AS string), 512) AS a",
                "sha2(cast(-id AS string), 224) AS b",
                "id % 7 AS k");
    rows.write()
        .option("parquet.block.size", 1 << 20)
        .option("orc.stripe.size", 1 << 20)
        .option("orc.rows.between.memory.checks", 500)
        .format(format)
        .save(SESSION.scratch().resolve("pieces/" + format).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv"})
  void nearlyAllThatCanBeLocalIsAndHostsHaveTheirShare(String format) {
    assertIsLocalAndEven(format);
  }

  @Tag("long")
  @Test
  void nearlyAllOfOrcThatCanBeLocalIsAndHostsHaveTheirShare() {
    assertIsLocalAndEven("orc");
  }

  private static void assertIsLocalAndEven(String format) {
    write(format);
    for (List<String> columns : List.of(List.of("id", "a", "b", "k"), List.of("b"))) {
      Dataset<Row> query =
          spark
              .read()
              .schema("id BIGINT, a STRING, b STRING, k BIGINT")
              .format(format)
              .load("situ://large/pieces/" + format)
              .select("*")
              .selectExpr(columns.toArray(String[]::new));
      HostPackedScanExec scan =
          new ScanSession.Answer(List.of(), ScanSession.plan(query)).packed().get(0);

      Map<String, Long> bytesByHost = new HashMap<>();
      var rdd = SESSION.rddOf(scan);
      for (Partition partition : rdd.partitions()) {
        String host = rdd.preferredLocations(partition).head();
        for (PartitionedFile part : ((FilePartition) partition).files()) {
          bytesByHost.merge(host, part.length(), Long::sum);
        }
      }

      rdd.count();
      long possible = value(scan, HostPackedScan.PossibleMetric());
      assertThat(value(scan, HostPackedScan.LocalMetric())).isGreaterThan(possible * 97 / 100);
      assertThat(bytesByHost.keySet()).isEqualTo(Set.of("h1", "h2", "h3"));
      long total = bytesByHost.values().stream().mapToLong(Long::longValue).sum();
      if (columns.size() > 1) {
        assertThat(bytesByHost.values()).allMatch(bytes -> bytes * 3 <= total * 1.15);
      }
      if (format.equals("csv")) {
        assertThat(possible).isEqualTo(value(scan, HostPackedScan.PlannedMetric()));
      }
    }
  }

  private static long value(HostPackedScanExec scan, String metric) {
    return scan.metrics().apply(metric).value();
  }
}
