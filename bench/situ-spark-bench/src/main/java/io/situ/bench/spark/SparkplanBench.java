// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.spark;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.SparkPlan;

/**
 * Planning of a scan of many Parquet files whose footers and placement are known, with scans packed
 * by host and with stock Spark's partitions: the files are listed once, for both. And planning of a
 * driver's first scan of them, with and without an inventory.
 */
public final class SparkplanBench {

  private static final String STOCK = "stock Spark's partitions";
  private static final String PACKED = "packed by host";
  private static final int MIB = 1 << 20;
  private static final double MAX_EXTRA = 0.05;

  /** Says that each piece of a MiB lies on two of three hosts. */
  private static final String PLACEMENT =
      """
      #!/bin/sh
      tab=$(printf '\\t')
      while IFS=$tab read -r path offset length; do
        at=$((offset - offset % 1048576))
        while [ $at -lt $((offset + length)) ]; do
          case $((at / 1048576 % 3)) in
            0) hosts=h2,h3 ;;
            1) hosts=h1,h3 ;;
            *) hosts=h1,h2 ;;
          esac
          printf '%s\\t1048576\\t%s\\n' $at $hosts
          at=$((at + 1048576))
        done
        echo
      done
      """;

  private SparkplanBench() {}

  /**
   * @param args see {@link Benchmark#run}; {@code files} are planned in each round
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults = BenchmarkOptions.none().and("rounds", 15).and("files", 1_000);
    Benchmark.run("sparkplan", defaults, settings -> 100, SparkplanBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    Path program = Files.writeString(scratch.resolve("placement"), PLACEMENT);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.log.level", "ERROR")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.adaptive.enabled", false)
            .config("spark.local.dir", scratch.resolve("local").toString())
            .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
            .config("spark.hadoop.fs.situ.store.data.root", scratch.toString())
            .config("spark.hadoop.fs.situ.store.data.driver", "posix")
            .config("spark.hadoop.fs.situ.store.data.placement.command", program.toString())
            .getOrCreate();
    // Without an execution a scan keeps its partitions.
    spark.sparkContext().setLocalProperty(SQLExecution.EXECUTION_ID_KEY(), "-1");
    write(spark, scratch, settings.number("files"));
    Dataset<Row> table =
        (Dataset<Row>) spark.read().schema("id BIGINT, text STRING").parquet("situ://data/many");
    double first = Variants.seconds(() -> plan(table, true));
    Variants arms = new Variants("planning of a scan of " + settings.number("files"), "s");
    arms.arm(STOCK, () -> Variants.seconds(() -> plan(table, false)));
    arms.arm(PACKED, () -> Variants.seconds(() -> plan(table, true)));
    Results results = arms.run(5, settings.number("rounds"), System.out);
    claim(results, first, System.out);
    new FirstScans(spark, scratch, program).run(settings);
    spark.stop();
  }

  /** One file of some row groups, by many names. */
  private static void write(SparkSession spark, Path scratch, int files) throws IOException {
    Path one = scratch.resolve("one");
    spark
        .range(0, 60_000, 1, 1)
        .selectExpr("id", "sha2(cast(id AS string), 256) AS text")
        .write()
        .option("parquet.block.size", MIB)
        .parquet(one.toString());
    Path many = Files.createDirectory(scratch.resolve("many"));
    try (Stream<Path> written = Files.list(one)) {
      Path file =
          written.filter(each -> each.toString().endsWith(".parquet")).findAny().orElseThrow();
      System.out.println("- each file: " + Files.size(file) + " bytes, in pieces of 1 MiB");
      for (int i = 0; i < files; i++) {
        Files.createLink(many.resolve("part-" + i + ".parquet"), file);
      }
    }
  }

  static void plan(Dataset<Row> table, boolean packed) {
    table.sparkSession().conf().set("spark.situ.scan.locality", packed ? "auto" : "off");
    Dataset<Row> query = table.groupBy("text").count();
    FileSourceScanExec scan = scan(query.queryExecution().executedPlan());
    String rdd = scan.inputRDD().getClass().getSimpleName();
    if (scan.inputRDD().getNumPartitions() == 0 || rdd.equals("HostPackedScanRDD") != packed) {
      throw new IllegalStateException("the scan is not as it should be: " + rdd);
    }
  }

  private static FileSourceScanExec scan(SparkPlan root) {
    Deque<SparkPlan> open = new ArrayDeque<>();
    open.add(root);
    while (!open.isEmpty()) {
      SparkPlan plan = open.pop();
      if (plan instanceof FileSourceScanExec found) {
        return found;
      }
      var children = plan.children().iterator();
      while (children.hasNext()) {
        open.add(children.next());
      }
    }
    throw new IllegalStateException("no scan in " + root);
  }

  private static void claim(Results results, double first, PrintStream out) {
    double[] stock = results.byArm().get(STOCK);
    double[] packed = results.byArm().get(PACKED);
    double[] extra = new double[stock.length];
    Arrays.setAll(extra, round -> packed[round] - stock[round]);
    Arrays.sort(extra);
    double median = extra[extra.length / 2];
    out.printf(
        Locale.ROOT,
        "- the first scan, whose footers are not known: %.0f ms%n"
            + "- extra: median %.1f ms, least %.1f, most %.1f; wanted at most %.0f: **%s**%n",
        first * 1000,
        median * 1000,
        extra[0] * 1000,
        extra[extra.length - 1] * 1000,
        MAX_EXTRA * 1000,
        median <= MAX_EXTRA ? "reached" : "missed");
  }
}
