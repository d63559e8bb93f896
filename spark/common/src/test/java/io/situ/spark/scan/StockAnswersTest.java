// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries on tables in each format, as stock Spark answers them and with scans packed by host: the
 * same records, and each scan packed.
 */
@Tag("end-to-end")
class StockAnswersTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";

  /** How the one query begins that takes some of the rows that may tie, with no exchange before. */
  private static final String TIES = "SELECT s_acctbal, s_name, n_name, p_partkey";

  /** Empty for all of them. */
  private static final String ONLY_FORMAT = System.getProperty("situ.spark.format", "");

  private static final Map<String, StructType> SCHEMAS = new HashMap<>();
  private static final Map<String, List<String>> STOCK = new HashMap<>();
  private static List<String> tpch;

  @BeforeAll
  static void write() throws IOException {
    Path tables = SESSION.scratch().resolve("tpch");
    TpchTables.of(spark)
        .forEach(
            (name, rows) -> {
              SCHEMAS.put(name, rows.schema().asNullable());
              Dataset<Row> kept = rows.cache();
              kept.write()
                  .option("parquet.block.size", 1 << 20)
                  .parquet(tables + "/parquet/" + name);
              if (ONLY_FORMAT.isEmpty() || name.equals("lineitem")) {
                kept.write().option("header", true).csv(tables + "/csv/" + name);
              }
              if (ONLY_FORMAT.isEmpty()) {
                kept.write().option("orc.stripe.size", 1 << 20).orc(tables + "/orc/" + name);
                kept.write().json(tables + "/json/" + name);
              }
              kept.unpersist();
            });
    spark
        .range(0, 20_000, 1, 2)
        .selectExpr("id", "sha2(cast(id AS string), 256) AS text", "id % 10 AS part")
        .write()
        .partitionBy("part")
        .parquet(tables + "/parquet/parted");
    try (InputStream sql = StockAnswersTest.class.getResourceAsStream("tpch.sql")) {
      tpch = Arrays.asList(new String(sql.readAllBytes(), UTF_8).split("\n\n"));
    }
    assertThat(tpch).hasSize(22);
  }

  private static void show(String format) {
    for (String table : TpchTables.NAMES) {
      spark
          .read()
          .schema(SCHEMAS.get(table))
          .option("header", format.equals("csv"))
          .format(format)
          .load("situ://small/tpch/" + format + "/" + table)
          .createOrReplaceTempView(table);
    }
  }

  /** Each table has the same rows in each format. */
  private static void assertSame(String query) {
    Supplier<Dataset<Row>> rows = () -> spark.sql(query);
    List<String> stock = STOCK.computeIfAbsent(query, text -> SESSION.stock(rows).rows());
    ScanSession.Answer packed = ScanSession.answer(rows.get());

    assertThat(packed.rows()).containsExactlyInAnyOrderElementsOf(stock);
    assertThat(packed.packed()).isNotEmpty();
    if (!query.startsWith(TIES)) {
      assertThat(packed.scans()).allMatch(HostPackedScanExec.class::isInstance);
    }
  }

  @ParameterizedTest
  @CsvSource({"parquet,true", "parquet,false", "orc,true", "csv,true", "json,false"})
  void answersOfTpchAreThoseOfStockSpark(String format, String adaptive) {
    assumeThat(format + "," + adaptive)
        .as("what is tested with this version")
        .startsWith(ONLY_FORMAT);
    int step = ONLY_FORMAT.isEmpty() || Integer.getInteger("situ.test.rounds", 1) > 1 ? 1 : 3;
    List<String> asked =
        IntStream.range(0, tpch.size())
            .filter(i -> i % step == step - 1)
            .mapToObj(tpch::get)
            .toList();
    show(format);
    SESSION.with(
        Map.of(ADAPTIVE, adaptive),
        () -> {
          for (String query : asked) {
            assertSame(query);
          }
          return null;
        });
    assertThat(asked).filteredOn(query -> STOCK.get(query).isEmpty()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT input_file_name() AS f, count(*), sum(l_quantity) FROM lineitem GROUP BY 1",
        "SELECT l_shipmode, l_returnflag, count(*) FROM lineitem GROUP BY CUBE (1, 2)",
        "SELECT * FROM (SELECT o_orderkey, rank() OVER (PARTITION BY o_custkey ORDER BY o_orderdate)"
            + " AS r FROM orders) WHERE r < 3",
        "SELECT o_custkey FROM orders UNION SELECT c_custkey FROM customer",
        "SELECT o_orderkey FROM orders INTERSECT SELECT l_orderkey FROM lineitem",
        "SELECT DISTINCT l_shipmode, (SELECT max(o_totalprice) FROM orders) FROM lineitem",
        "SELECT l_orderkey, explode(split(l_comment, ' ')) FROM lineitem WHERE l_quantity < 2",
        "SELECT * FROM orders ORDER BY o_orderkey",
        "SELECT id, _metadata.file_name, _metadata.row_index FROM parquet.`situ://small/tpch/parquet/part"
            + "ed` WHERE id % 100 = 7",
        "SELECT count(*) FROM parquet.`situ://small/tpch/parquet/parted` p JOIN nation"
            + " ON p.part = n_nationkey WHERE n_name LIKE 'A%'",
        "SELECT count(*), min(value) FROM text.`situ://small/tpch/csv/lineitem`",
        "SELECT count(*) FROM lineitem",
      })
  void answersOfOtherQueriesAreThoseOfStockSpark(String query) {
    show("parquet");
    List<String> ways = ONLY_FORMAT.isEmpty() ? List.of("true", "false") : List.of("true");
    for (String adaptive : ways) {
      SESSION.with(
          Map.of(ADAPTIVE, adaptive),
          () -> {
            assertSame(query);
            return null;
          });
    }
  }
}
