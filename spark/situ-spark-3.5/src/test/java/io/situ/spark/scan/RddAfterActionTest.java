// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rows of a DataFrame as Python makes an RDD of them: of the plan that an action before has
 * packed. Spark 4 keeps the action's RDD.
 */
@Tag("end-to-end")
@Tag("spark-3.5")
class RddAfterActionTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv"})
  void hasStockSparksPartitions(String format) {
    String path = "situ://small/rdd-after-" + format;
    spark
        .range(0, 60_000, 1, 2)
        .selectExpr("id", "sha2(cast(id AS string), 256) AS text")
        .write()
        .option("parquet.block.size", 1 << 20)
        .format(format)
        .save(path);
    List<Long> stock =
        SESSION.with(Map.of(ScanSession.LOCALITY, "off"), () -> ids(query(format, path)));
    Dataset<Row> query = query(format, path);

    ScanSession.Answer answer = ScanSession.answer(query);
    List<Long> afterwards = ids(query);

    assertThat(answer.packed()).hasSize(1);
    assertThat(SESSION.rddOf(answer.packed().get(0))).isInstanceOf(HostPackedScanRDD.class);
    assertThat(afterwards).isEqualTo(stock);
    assertThat(ScanSession.answer(query).sorted()).isEqualTo(answer.sorted());
  }

  private static Dataset<Row> query(String format, String path) {
    return spark.read().schema("id BIGINT, text STRING").format(format).load(path).where("id >= 0");
  }

  private static List<Long> ids(Dataset<Row> query) {
    JavaRDD<InternalRow> rows = Executions.of(query).toRdd().toJavaRDD();
    return rows.map(row -> row.getLong(0)).collect();
  }
}
