// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other programs read the data files as they are. */
class OutsideReadersTest {

  @TempDir Path directory;

  @Test
  void pyarrowAndDuckdbSeeTheSameRows() throws Exception {
    String python = System.getProperty("situ.python", "python3");
    assumeTrue(
        run(List.of(python, "-c", "import duckdb, pyarrow.parquet")).code() == 0,
        "python3 has no duckdb or no pyarrow; point -Dsitu.python at one that has");
    SyntheticStore store = new SyntheticStore(2, 5, 2000);
    Manifest manifest = Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT, 7000);
    Path snapshot = new InventoryPaths(directory).snapshot(manifest.id());
    String script = Path.of(getClass().getResource("/read_inventory.py").toURI()).toString();
    Result result = run(List.of(python, script, snapshot.toString()));
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
    assertThat(result.output()).isEqualTo(expected + "\n" + expected + "\n");
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
