// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.Partition;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** Stock Spark on files that were there before it. */
@Tag("end-to-end")
class SparkInPlaceTest {

  private static final int FILES = 12;

  @TempDir private static Path scratch;

  private static Path texts;
  private static Path inventory;
  private static SparkCluster cluster;
  private static SparkSession spark;

  @BeforeAll
  static void start() throws IOException {
    texts = Files.createDirectory(scratch.resolve("texts"));
    for (int i = 0; i < FILES; i++) {
      Files.writeString(texts.resolve("text " + i + ".txt"), "alpha beta\nbeta gamma " + i + "\n");
    }
    Path hosts = scratch.resolve("hosts.tsv");
    Files.writeString(hosts, "/texts\tholder1,holder2\n", UTF_8);
    inventory = scan(hosts);
    cluster =
        SparkCluster.start(
            scratch,
            Map.of(
                "spark.hadoop.fs.situ.store.site.driver", "posix",
                "spark.hadoop.fs.situ.store.site.root", scratch.toString(),
                "spark.hadoop.fs.situ.store.site.placement.file", hosts.toString(),
                "spark.hadoop.fs.situ.store.scanned.root", scratch.toString(),
                "spark.hadoop.fs.situ.store.scanned.inventory", inventory.toString()));
    spark = cluster.session();
  }

  /** An inventory that knows which hosts hold what, made while the host map was there. */
  private static Path scan(Path hosts) throws IOException {
    StoreConfig config =
        new StoreConfig(
            "scanned", Map.of("root", scratch.toString(), "placement.file", hosts.toString()));
    Path made = scratch.resolve("inventory");
    try (Store store = StoreRegistry.of(SparkInPlaceTest.class.getClassLoader()).open(config)) {
      Scanner.scan(store, StorePath.of("/texts"), made, ScanOptions.DEFAULT.withPlacement(true));
    }
    return made;
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void countsWordsOfExistingFilesAndLeavesThemAlone() throws IOException {
    Map<Path, FileTime> before = modified(texts);

    Dataset<String> words =
        spark
            .read()
            .textFile("situ://" + texts)
            .flatMap(
                (FlatMapFunction<String, String>)
                    line -> Arrays.asList(line.split(" ", -1)).iterator(),
                Encoders.STRING());
    Map<String, Long> counts =
        words.groupBy("value").count().collectAsList().stream()
            .collect(Collectors.toMap(row -> row.getString(0), row -> row.getLong(1)));

    assertThat(counts)
        .containsEntry("alpha", 12L)
        .containsEntry("beta", 24L)
        .containsEntry("7", 1L);
    assertThat(modified(texts)).isEqualTo(before);
  }

  @Test
  void writesAndReadsParquetAndText() throws IOException {
    Dataset<Row> rows = spark.range(0, 10_000, 1, 4).selectExpr("id", "id % 7 AS day", "'x' AS c");
    Path out = scratch.resolve("events");

    rows.write().partitionBy("day").parquet("situ://" + out);

    Dataset<Row> back = spark.read().parquet("situ://" + out);
    assertThat(back.count()).isEqualTo(10_000);
    assertThat(back.where("day = 3").selectExpr("sum(id)").first().getLong(0))
        .isEqualTo(rows.where("day = 3").selectExpr("sum(id)").first().getLong(0));
    assertThat(out.resolve("_SUCCESS")).exists();
    assertThat(out.resolve("_temporary")).doesNotExist();
    assertThat(sideFiles(out)).isEmpty();
  }

  @Test
  void failedJobCommitsNothing() throws IOException {
    Path out = scratch.resolve("never");
    Dataset<Long> failing =
        spark
            .range(0, 100, 1, 4)
            .as(Encoders.LONG())
            .map(
                (MapFunction<Long, Long>)
                    id -> {
                      if (id == 99) {
                        throw new IllegalStateException("this task fails on purpose");
                      }
                      return id;
                    },
                Encoders.LONG());

    assertThatThrownBy(() -> failing.write().parquet("situ://" + out))
        .hasStackTraceContaining("this task fails on purpose");

    assertThat(out.resolve("_SUCCESS")).doesNotExist();
    try (Stream<Path> left = Files.exists(out) ? Files.walk(out) : Stream.empty()) {
      assertThat(left.filter(path -> path.toString().endsWith(".parquet"))).isEmpty();
    }
  }

  @Tag("long")
  @Test
  void overwriteReplacesTheOldOutput() {
    String out = "situ://" + scratch.resolve("twice");
    spark.range(10).write().parquet(out);

    assertThatThrownBy(() -> spark.range(5).write().parquet(out)).hasMessageContaining("exist");
    assertThat(spark.read().parquet(out).count()).isEqualTo(10);

    spark.range(5).write().mode(SaveMode.Overwrite).parquet(out);
    assertThat(spark.read().parquet(out).count()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"site", "scanned"})
  void tasksPreferTheHostsThatHoldTheBytes(String store) {
    var texts = spark.sparkContext().textFile("situ://" + store + "/texts", 2).toJavaRDD();

    // The text RDD only maps the one that reads files, which is the one that has preferences.
    RDD<?> files = texts.rdd().dependencies().apply(0).rdd();
    for (Partition partition : files.partitions()) {
      List<String> preferred = CollectionConverters.asJava(files.preferredLocations(partition));
      assertThat(preferred).containsExactlyInAnyOrder("holder1", "holder2");
    }
    assertThat(texts.count()).isEqualTo(2L * FILES);
  }

  @Test
  void readsTheInventoryItself() {
    Dataset<Row> rows = spark.read().parquet("file://" + inventory.resolve("snapshot-000001"));

    Dataset<Row> files = rows.where("kind = 'file'");
    assertThat(files.count()).isEqualTo(FILES);
    assertThat(rows.where("kind = 'directory'").select("path").first().getString(0))
        .isEqualTo("/texts/");
    assertThat(files.selectExpr("sum(size)").first().getLong(0)).isEqualTo(bytes(texts));
    assertThat(files.select("block_id").distinct().count()).isEqualTo(FILES);
    assertThat(
            files
                .selectExpr("explode(extents) AS extent")
                .selectExpr("explode(extent.replicas) AS replica", "extent.length AS length")
                .groupBy("replica.host")
                .sum("length")
                .collectAsList())
        .extracting(row -> row.getString(0) + " " + row.getLong(1))
        .containsExactlyInAnyOrder("holder1 " + bytes(texts), "holder2 " + bytes(texts));
  }

  private static long bytes(Path directory) {
    return Arrays.stream(directory.toFile().listFiles()).mapToLong(File::length).sum();
  }

  private static Map<Path, FileTime> modified(Path directory) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  private static List<Path> sideFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".crc")).toList();
    }
  }
}
