// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Variants;
import io.situ.inventory.Inventory;
import io.situ.inventory.Rows;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A scan with placement of a tree on a store that reports which hosts hold what, against the same
 * scan without, and against {@code getfattr}, which asks for one file after the other.
 */
public final class PlacementBench {

  private static final String PLACED = "placed";

  private PlacementBench() {}

  /**
   * @param args see {@link Benchmark#run}, with a directory on such a store; {@code each} is the
   *     number of files in a directory
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none().and("rounds", 5).and("files", 20_000).and("each", 1_000);
    Benchmark.run("placement", defaults, settings -> 200, PlacementBench::run, args);
  }

  private static void run(Path tree, BenchmarkOptions settings) throws Exception {
    int files = settings.number("files");
    int each = settings.number("each");
    Path inventory =
        InputTrees.temporary(Path.of(System.getProperty("java.io.tmpdir")), "placement");
    InputTrees.make(tree, files, each, new byte[] {'x'});
    StoreConfig config = new StoreConfig("", Map.of());
    try (Store store = StoreRegistry.of(PlacementBench.class.getClassLoader()).openLocal(config)) {
      Variants arms = new Variants(files + " files, " + each + " in a directory", "files/s");
      arms.arm("getfattr -R", () -> files / Variants.seconds(() -> getfattr(tree)));
      for (boolean placement : new boolean[] {false, true}) {
        ScanOptions options = ScanOptions.DEFAULT.withPlacement(placement);
        arms.arm(
            placement ? "situ scan" : "situ scan --no-placement",
            () -> files / Variants.seconds(() -> scan(store, tree, inventory, options)));
      }
      arms.run(1, settings.number("rounds"), System.out);
      System.out.printf("- %d of %d files placed%n", placed(inventory), files);
    }
  }

  private static void scan(Store store, Path tree, Path inventory, ScanOptions options)
      throws IOException {
    Path directory = inventory.resolve(options.placement() ? PLACED : "plain");
    Scanner.scan(store, StorePath.of(tree.toString()), directory, options);
  }

  private static long placed(Path inventory) throws IOException {
    long placed = 0;
    try (Rows rows = Inventory.open(inventory.resolve(PLACED)).snapshot().rows()) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        placed += row.object().extents().isEmpty() ? 0 : 1;
      }
    }
    return placed;
  }

  private static void getfattr(Path tree) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("getfattr", "-R", "-n", "glusterfs.pathinfo", tree.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("getfattr failed: is the directory on a GlusterFS mount?");
    }
  }
}
