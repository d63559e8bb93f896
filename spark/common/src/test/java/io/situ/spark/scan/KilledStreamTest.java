// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.spark.support.SparkHome;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stream whose process is killed in the middle of a batch, or that ends and goes on. */
@Tag("end-to-end")
class KilledStreamTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final int FILES = 3;
  private static final long ROWS = 3_000;

  /** A row of a file that is neither the first nor the last. */
  private static final long STALLED = 1_500;

  @Test
  void itGoesOnAtItsCheckpointAndEachRowIsThereOnce() throws Exception {
    Path scratch = SESSION.scratch();
    SparkSession spark = SESSION.spark();
    for (int file = 0; file < FILES; file++) {
      long first = file * ROWS / FILES;
      spark
          .range(first, first + ROWS / FILES, 1, 1)
          .write()
          .mode("append")
          .parquet("situ://small/killed-in");
    }
    Process killed = start(scratch);
    try {
      waitUntilExists(scratch.resolve("stalled"), killed);
      killed.destroyForcibly();
      assertThat(killed.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      killed.destroyForcibly();
    }
    long commits = count(scratch.resolve("killed-checkpoint/commits"));
    assertThat(count(scratch.resolve("killed-checkpoint/offsets")))
        .as("a batch was begun and not ended")
        .isEqualTo(commits + 1);
    assertThat(commits).isLessThan(FILES);

    run(spark, "id");

    Dataset<Row> out = spark.read().parquet("situ://small/killed-out");
    assertThat(out.count()).isEqualTo(ROWS);
    assertThat(out.distinct().count()).isEqualTo(ROWS);
    assertThat(out.selectExpr("min(id)", "max(id)").first().toString())
        .isEqualTo("[0," + (ROWS - 1) + "]");
    assertThat(count(scratch.resolve("killed-checkpoint/commits"))).isEqualTo(FILES);
  }

  @Tag("long")
  @Test
  void aStreamGoesOnAtItsCheckpointAfterARestart() throws Exception {
    for (int run = 0; run < 2; run++) {
      SESSION
          .spark()
          .range(run * 1_000L, (run + 1) * 1_000L, 1, 2)
          .write()
          .mode("append")
          .parquet("situ://small/stream-in");
      SESSION
          .spark()
          .readStream()
          .schema("id BIGINT")
          .parquet("situ://small/stream-in")
          .selectExpr("id", "id % 7 AS k")
          .writeStream()
          .format("parquet")
          .option("path", "situ://small/stream-out")
          .option("checkpointLocation", "situ://small/stream-checkpoint")
          .trigger(Trigger.AvailableNow())
          .start()
          .awaitTermination();
    }

    Dataset<Row> out = SESSION.spark().read().parquet("situ://small/stream-out");

    assertThat(out.count()).isEqualTo(2_000);
    assertThat(out.select("id").distinct().count()).isEqualTo(2_000);
    assertThat(SESSION.scratch().resolve("stream-checkpoint/commits/1")).exists();
  }

  private static void waitUntilExists(Path file, Process process) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!Files.exists(file)) {
      assertThat(process.isAlive()).as(() -> "the stream runs: " + log(file)).isTrue();
      assertThat(System.nanoTime() - end).as("it comes to the row").isNegative();
      Thread.sleep(50);
    }
  }

  private static String log(Path file) {
    try {
      return Files.readString(file.resolveSibling("stream.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static long count(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().matches("\\d+")).count();
    }
  }

  private static Process start(Path scratch) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", String.join(File.pathSeparator, SparkHome.classPath())));
    command.addAll(List.of(StalledStream.class.getName(), scratch.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(scratch.resolve("stream.log").toFile())
        .start();
  }

  /** One file for each batch. */
  private static void run(SparkSession spark, String id) throws Exception {
    spark
        .readStream()
        .schema("id BIGINT")
        .option("maxFilesPerTrigger", 1)
        .parquet("situ://small/killed-in")
        .selectExpr(id)
        .writeStream()
        .format("parquet")
        .option("path", "situ://small/killed-out")
        .option("checkpointLocation", "situ://small/killed-checkpoint")
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  /** A program that waits in the middle of a batch. */
  static final class StalledStream {

    private StalledStream() {}

    public static void main(String[] args) throws Exception {
      Path scratch = Path.of(args[0]);
      SparkSession spark =
          SparkSession.builder()
              .master("local[1]")
              .config("spark.ui.enabled", false)
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
              .config("spark.local.dir", scratch.resolve("stream-local").toString())
              .config("spark.hadoop.fs.situ.store.small.root", scratch.toString())
              .config("spark.hadoop.fs.situ.store.small.driver", "posix")
              .getOrCreate();
      String marker = scratch.resolve("stalled").toString();
      UDF1<Long, Long> stall =
          id -> {
            if (id == STALLED) {
              Files.createFile(Path.of(marker));
              Thread.sleep(TimeUnit.MINUTES.toMillis(5));
            }
            return id;
          };
      spark.udf().register("stall", stall, LongType);
      run(spark, "stall(id) AS id");
    }
  }
}
