// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A symbolic link in a table that cannot be followed is no empty file, which Spark leaves out. */
@Tag("end-to-end")
class UnfollowedLinkScanTest {

  private static final ScanSession SESSION = ScanSession.shared();
  private static final SparkSession spark = SESSION.spark();
  private static final String SCHEMA = "id BIGINT";

  @TempDir private static Path elsewhere;

  /** Each table has a file of 10 rows, and a link. */
  @BeforeAll
  static void writeTables() throws IOException {
    spark.range(0, 10, 1, 1).write().parquet(elsewhere.resolve("table").toString());
    try (Stream<Path> files = Files.list(elsewhere.resolve("table"))) {
      Path file =
          files.filter(each -> each.toString().endsWith(".parquet")).findAny().orElseThrow();
      makeTable("leads-out", file, file);
      makeTable("dangles", file, Path.of("none"));
    }
  }

  private static void makeTable(String name, Path file, Path target) throws IOException {
    Path table = Files.createDirectory(SESSION.scratch().resolve(name));
    Files.copy(file, table.resolve("file.parquet"));
    Files.createSymbolicLink(table.resolve("link.parquet"), target);
  }

  private static long count(String table) {
    return spark.read().schema(SCHEMA).parquet("situ://small/" + table).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "off"})
  void itFailsTheQueryThatReadsIt(String locality) {
    SESSION.with(
        Map.of(ScanSession.LOCALITY, locality),
        () -> {
          assertThatThrownBy(() -> count("leads-out"))
              .hasStackTraceContaining("leads-out/link.parquet: it leads out of the store's root");
          assertThatThrownBy(() -> count("dangles"))
              .hasStackTraceContaining("dangles/link.parquet: no such file");
          return null;
        });
  }

  @Test
  void oneThatDanglesIsLeftOutWhereMissingFilesAreIgnored() {
    SESSION.with(
        Map.of("spark.sql.files.ignoreMissingFiles", "true"),
        () -> {
          assertThat(count("dangles")).isEqualTo(10);
          return null;
        });
  }
}
