// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituStores;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scans of files whose row groups an inventory has. */
@Tag("end-to-end")
class InventoryFootersTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();

  private final Configuration conf = spark.sparkContext().hadoopConfiguration();

  /** Writes a table of one file and returns that. */
  private static Path write(String name, String format) throws IOException {
    Path directory = SESSION.scratch().resolve(name);
    spark
        .range(0, 300_000, 1, 1)
        .selectExpr("id", "sha2(cast(id AS string), 256) AS text")
        .write()
        .option("parquet.block.size", 1 << 20)
        .option("orc.stripe.size", 1 << 20)
        .format(format)
        .save(directory.toString());
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Describes a store with a directory of its own, and pieces of a MiB on some hosts. */
  private void store(String name, Path root) throws IOException {
    conf.set("fs.situ.store." + name + ".root", root.toString());
    conf.set("fs.situ.store." + name + ".driver", "posix");
    conf.set(
        "fs.situ.store." + name + ".placement.command",
        PiecesOnHosts.write(SESSION.scratch(), 1 << 20).toString());
  }

  private static List<String> ranges(String store, String format) {
    Dataset<Row> rows =
        spark.read().schema("id BIGINT, text STRING").format(format).load("situ://" + store + "/");
    HostPackedScanExec scan =
        new ScanSession.Answer(List.of(), ScanSession.plan(rows.groupBy("text").count()))
            .packed()
            .get(0);
    return Stream.of(SESSION.rddOf(scan).partitions())
        .flatMap(partition -> Stream.of(((FilePartition) partition).files()))
        .map(InventoryFootersTest::range)
        .sorted()
        .toList();
  }

  private static String range(PartitionedFile file) {
    return file.start() + "+" + file.length() + " " + List.of(file.locations());
  }

  @Test
  void noFooterIsReadOfAFileThatIsAsItWasScanned() throws IOException {
    assertNoFooterIsRead("parquet");
  }

  @Tag("long")
  @Test
  void noFooterOfOrcIsReadOfAFileThatIsAsItWasScanned() throws IOException {
    assertNoFooterIsRead("orc");
  }

  private void assertNoFooterIsRead(String format) throws IOException {
    String name = "scanned-" + format;
    Path file = write(name, format);
    String plain = name + "-plain";
    String kept = name + "-kept";
    store(plain, file.getParent());
    store(kept, file.getParent());
    Path inventory = SESSION.scratch().resolve(name + "-inventory");
    try (Store store = SituStores.open(kept, conf)) {
      Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT.withFooters(true));
    }
    conf.set("fs.situ.store." + kept + ".inventory", inventory.toString());

    List<String> read = ranges(plain, format);
    damageFooter(file);

    assertThat(read).hasSizeGreaterThan(3);
    assertThat(ranges(kept, format)).isEqualTo(read);

    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));
    assertThat(ranges(kept, format)).isNotEqualTo(read);
  }

  /** A reader of the footer finds none, while size and time of modification stay. */
  private static void damageFooter(Path file) throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = bytes.length - 600; i < bytes.length - 10; i++) {
      bytes[i] = (byte) (bytes[i] ^ 0x5a);
    }
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
  }
}
