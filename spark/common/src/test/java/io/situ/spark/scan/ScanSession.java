// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;

/** Spark in this process, with Situ found by its service file, on stores with made-up hosts. */
final class ScanSession {

  static final String LOCALITY = "spark.situ.scan.locality";

  private static final long MIB = 1 << 20;

  private static ScanSession shared;

  /** One for all of this process, as its file systems are. */
  private static Path scratch;

  private static int probes;

  private final SparkSession spark;

  private ScanSession() {
    try {
      if (scratch == null) {
        scratch = Files.createTempDirectory("situ-scan");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(scratch)));
      }
      Path hosts = Files.writeString(scratch.resolve("hosts.tsv"), "/\tlocalhost\n");
      spark =
          SparkSession.builder()
              .master("local[2]")
              .appName("scans")
              .config("spark.ui.enabled", false)
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", 3)
              .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
              .config("spark.local.dir", scratch.resolve("local").toString())
              .config(store("small", "root"), scratch.toString())
              .config(store("small", "driver"), "posix")
              .config(
                  store("small", "placement.command"), PiecesOnHosts.write(scratch, MIB).toString())
              .config(store("tiny", "root"), scratch.toString())
              .config(store("tiny", "driver"), "posix")
              .config(
                  store("tiny", "placement.command"), PiecesOnHosts.write(scratch, 1024).toString())
              .config(store("large", "root"), scratch.toString())
              .config(store("large", "driver"), "posix")
              .config(
                  store("large", "placement.command"),
                  PiecesOnHosts.write(scratch, 4 * MIB).toString())
              .config(store("blocks", "root"), scratch.toString())
              .config(store("blocks", "driver"), BlockLayoutProvider.DRIVER)
              .config(store("blocks", BlockLayoutProvider.BLOCK.name()), MIB)
              .config(
                  store("blocks", "placement.command"),
                  PiecesOnHosts.write(scratch, MIB).toString())
              .config(store("whole", "root"), scratch.toString())
              .config(store("whole", "driver"), "posix")
              .config(store("whole", "placement.file"), hosts.toString())
              .getOrCreate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String store(String name, String key) {
    return "spark.hadoop.fs.situ.store." + name + "." + key;
  }

  private static void delete(Path directory) {
    FileUtil.fullyDelete(directory.toFile());
  }

  /**
   * Returns one for all tests of this process: what is in it ends with it. After tests that start
   * Spark otherwise it is another one, on the same files.
   */
  static synchronized ScanSession shared() {
    if (shared == null || shared.spark.sparkContext().isStopped()) {
      shared = new ScanSession();
    }
    return shared;
  }

  SparkSession spark() {
    return spark;
  }

  Path scratch() {
    return scratch;
  }

  /** Writes which hosts hold the files of the store {@code whole}, and waits until it is known. */
  void placeWholeFiles(String... lines) throws IOException, InterruptedException {
    String host = "probe" + probes++;
    Files.write(scratch.resolve("probe"), new byte[1]);
    List<String> placed = new ArrayList<>(List.of(lines));
    placed.add("/probe\t" + host);
    Files.write(scratch.resolve("hosts.tsv"), placed);
    org.apache.hadoop.fs.Path probe = new org.apache.hadoop.fs.Path("situ://whole/probe");
    FileSystem fs = probe.getFileSystem(spark.sessionState().newHadoopConf());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!List.of(fs.getFileBlockLocations(probe, 0, 1)[0].getHosts()).contains(host)) {
      assertThat(System.nanoTime() - end).as("hosts.tsv is read again").isNegative();
      Thread.sleep(20);
    }
  }

  /** Runs with other values of keys of the session. */
  <T> T with(Map<String, String> settings, Supplier<T> body) {
    Map<String, String> before = new HashMap<>();
    settings.forEach(
        (key, value) -> {
          before.put(key, spark.conf().getAll().getOrElse(key, () -> null));
          spark.conf().set(key, value);
        });
    try {
      return body.get();
    } finally {
      before.forEach(
          (key, value) -> {
            if (value == null) {
              spark.conf().unset(key);
            } else {
              spark.conf().set(key, value);
            }
          });
    }
  }

  /** What a query answered and how. */
  record Answer(List<String> rows, SparkPlan plan) {

    List<String> sorted() {
      return rows.stream().sorted().toList();
    }

    List<FileSourceScanExec> scans() {
      List<FileSourceScanExec> scans = new ArrayList<>();
      addScans(plan, scans);
      return scans;
    }

    List<HostPackedScanExec> packed() {
      return scans().stream()
          .filter(HostPackedScanExec.class::isInstance)
          .map(HostPackedScanExec.class::cast)
          .toList();
    }
  }

  static Answer answer(Dataset<Row> query) {
    List<String> rows = query.collectAsList().stream().map(Row::toString).toList();
    return new Answer(rows, plan(query));
  }

  static SparkPlan plan(Dataset<?> query) {
    return Executions.of(query).executedPlan();
  }

  /** As an application without Situ's extension plans it. */
  Answer stock(Supplier<Dataset<Row>> query) {
    return with(Map.of(LOCALITY, "off"), () -> answer(query.get()));
  }

  /** The RDD of a scan as an action makes it. */
  RDD<InternalRow> rddOf(FileSourceScanExec scan) {
    spark.sparkContext().setLocalProperty(SQLExecution.EXECUTION_ID_KEY(), "-1");
    try {
      return scan.inputRDD();
    } finally {
      spark.sparkContext().setLocalProperty(SQLExecution.EXECUTION_ID_KEY(), null);
    }
  }

  private static void addScans(SparkPlan plan, List<FileSourceScanExec> scans) {
    if (plan instanceof FileSourceScanExec scan) {
      scans.add(scan);
    } else if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      addScans(adaptive.executedPlan(), scans);
    } else if (plan instanceof QueryStageExec stage) {
      addScans(stage.plan(), scans);
    } else if (plan instanceof InMemoryTableScanExec cached) {
      addScans(cached.relation().cachedPlan(), scans);
    }
    addAll(plan.children().iterator(), scans);
    addAll(plan.subqueries().iterator(), scans);
  }

  private static void addAll(
      scala.collection.Iterator<SparkPlan> plans, List<FileSourceScanExec> scans) {
    while (plans.hasNext()) {
      addScans(plans.next(), scans);
    }
  }
}
