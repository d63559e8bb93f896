// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testing.ceph.CephPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.Partition;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Run by {@link CephParquetTestMain}: nothing says to others that these are tests. */
final class CephParquetTables {

  /** CephFS's own objects are half as large. */
  private static final long BLOCK = 8 << 20;

  private static SparkSession spark;

  @BeforeAll
  static void start() {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.adaptive.enabled", false)
            .config("spark.sql.warehouse.dir", CephParquetTestMain.HERE.resolve("wh").toString())
            .config("spark.local.dir", CephParquetTestMain.HERE.resolve("tmp").toString());
    for (String store : List.of("laid", "plain")) {
      String prefix = "spark.hadoop.fs.situ.store." + store + ".";
      builder
          .config(prefix + "root", CephParquetTestMain.MOUNT.toString())
          .config(prefix + "conf", CephParquetTestMain.CLUSTER.plan().conf().toString())
          .config(prefix + "user", CephPlan.USER);
    }
    builder.config("spark.hadoop.fs.situ.store.laid.object.size.max", BLOCK);
    builder.config("spark.hadoop.fs.situ.store.laid.block.size", BLOCK);
    spark = builder.getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  /** Writes a table of one file of some row groups and returns that, below the mount. */
  private static Path write(String store) throws IOException {
    spark
        .range(0, 600_000, 1, 1)
        .selectExpr("id", "sha2(cast(id AS string), 256) AS text")
        .write()
        .option("parquet.block.size", BLOCK)
        .option("compression", "none")
        .parquet("situ://" + store + "/table-" + store);
    try (Stream<Path> files = Files.list(CephParquetTestMain.MOUNT.resolve("table-" + store))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findAny().orElseThrow();
    }
  }

  private static long objectSize(Path file) {
    String attribute = "ceph.file.layout.object_size";
    return Long.parseLong(
        CephParquetTestMain.HOSTS.run(
            List.of("getfattr", "--only-values", "-n", attribute, file.toString()), ""));
  }

  private static List<BlockMetaData> rowGroups(Path file) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path, new Configuration()))) {
      return reader.getFooter().getBlocks();
    }
  }

  private static long end(BlockMetaData group) {
    return group.getStartingPos() + group.getCompressedSize();
  }

  /** Runs a query and returns its scan. */
  private static FileSourceScanExec scan(String store) {
    Dataset<Row> table = spark.read().parquet("situ://" + store + "/table-" + store);
    Dataset<Row> query = table.agg(functions.max("text"));
    assertThat(query.collectAsList()).hasSize(1);
    var plan = (org.apache.spark.sql.classic.Dataset<Row>) query;
    var leaf = plan.queryExecution().executedPlan().collectLeaves().head();
    assertThat(leaf.toString()).contains("(packed by host)");
    return (FileSourceScanExec) leaf;
  }

  @Test
  void eachRowGroupIsAnObjectAndIsReadOnAHostThatHoldsIt() throws IOException {
    Path file = write("laid");
    List<BlockMetaData> groups = rowGroups(file);
    FileSourceScanExec scan = scan("laid");

    assertThat(objectSize(file)).isEqualTo(BLOCK);
    assertThat(groups).hasSizeGreaterThan(3);
    for (BlockMetaData group : groups) {
      assertThat(group.getStartingPos() / BLOCK).isEqualTo((end(group) - 1) / BLOCK);
    }
    List<BlockMetaData> planned = new ArrayList<>();
    for (Partition partition : scan.inputRDD().partitions()) {
      for (PartitionedFile part : ((FilePartition) partition).files()) {
        for (BlockMetaData group : groups) {
          long middle = (group.getStartingPos() + end(group)) / 2;
          if (part.start() <= middle && middle < part.start() + part.length()) {
            planned.add(group);
            assertThat(part.locations()).containsAnyElementsOf(holders(file, group));
          }
        }
      }
    }
    assertThat(planned).containsExactlyInAnyOrderElementsOf(groups);
    assertThat(metric(scan, "situPlannedLocalBytes"))
        .isPositive()
        .isEqualTo(metric(scan, "situPlannedBytes"))
        .isEqualTo(metric(scan, "situPossibleLocalBytes"));
  }

  /** The hosts of the object that a row group lies in, as large as the store's blocks. */
  private static Set<String> holders(Path file, BlockMetaData group) throws IOException {
    String name = CephParquetTestMain.MOUNT.relativize(file).toString();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("situ://laid/" + name);
    FileSystem fs = path.getFileSystem(spark.sessionState().newHadoopConf());
    BlockLocation[] blocks =
        fs.getFileBlockLocations(path, group.getStartingPos(), group.getCompressedSize());
    assertThat(blocks).hasSize(1);
    assertThat(blocks[0].getHosts()).isNotEmpty();
    return Set.of(blocks[0].getHosts());
  }

  @Test
  void withoutALayoutRowGroupsLieInSeveralObjects() throws IOException {
    Path file = write("plain");
    long size = objectSize(file);

    assertThat(size).isEqualTo(4 << 20);
    assertThat(rowGroups(file))
        .anyMatch(group -> group.getStartingPos() / size != (end(group) - 1) / size);
  }

  private static long metric(FileSourceScanExec scan, String name) {
    return scan.metrics().apply(name).value();
  }
}
