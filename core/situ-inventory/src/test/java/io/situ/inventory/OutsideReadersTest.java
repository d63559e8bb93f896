// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.inventory.footer.ColumnRange;
import io.situ.inventory.footer.RecordedFiles;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other programs read the data files as they are. */
class OutsideReadersTest {

  @TempDir Path directory;

  private static String read(Path snapshot) throws Exception {
    String python = System.getProperty("situ.python", "python3");
    assumeTrue(
        run(List.of(python, "-c", "import duckdb, pyarrow.parquet")).code() == 0,
        "python3 has no duckdb or no pyarrow; point -Dsitu.python at one that has");
    String script =
        Path.of(OutsideReadersTest.class.getResource("/read_inventory.py").toURI()).toString();
    return run(List.of(python, script, snapshot.toString())).output();
  }

  @Test
  void pyarrowAndDuckdbSeeTheSameRows() throws Exception {
    SyntheticStore store = new SyntheticStore(2, 5, 2000);
    Manifest manifest = Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT, 7000);
    long files = manifest.counts().files();
    String expected =
        manifest.counts().objects()
            + " "
            + files
            + " "
            + manifest.counts().bytes()
            + " "
            + (files + 1)
            + " "
            + 2 * files;
    assertThat(read(new InventoryPaths(directory).snapshot(manifest.id())))
        .isEqualTo(expected + "\n" + expected + "\n");
  }

  @Test
  void pyarrowAndDuckdbSeeTheSameRowGroups() throws Exception {
    MemoryStore store = new MemoryStore();
    RecordedFiles.write(store, "/a", RecordedFiles.bytes("groups.parquet"));
    RecordedFiles.write(store, "/b", RecordedFiles.bytes("zlib.orc"));
    RecordedFiles.write(store, "/c", new byte[100]);
    ScanOptions options = ScanOptions.DEFAULT.withFooters(true);
    Manifest manifest = Scanner.scan(store, StorePath.ROOT, directory, options);
    long bytes =
        Snapshots.rows(Snapshots.current(directory).rows()).stream()
            .flatMap(row -> row.rowGroups().stream())
            .flatMap(group -> group.columns().stream())
            .mapToLong(ColumnRange::length)
            .sum();
    assertThat(bytes).isPositive();
    assertThat(read(new InventoryPaths(directory).snapshot(manifest.id())))
        .endsWith("\n6 " + bytes + "\n6 " + bytes + "\n");
  }

  private record Result(int code, String output) {}

  private static Result run(List<String> command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes());
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      return new Result(-1, e.getMessage());
    }
  }
}
