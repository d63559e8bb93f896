// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A scan into an inventory against {@code find -type f -printf} of the same tree: both look at
 * every file's attributes, the scan also sorts, packs and syncs a snapshot.
 */
public final class ScanBench {

  private static final String SCAN = "situ scan";

  /** From the least that identifies a changed file to all that the inventory holds of it. */
  private static final List<String> FORMATS =
      List.of("%p %s %T@\\n", "%p %s %T@ %U %G %m\\n", "%p %s %T@ %u %g %m\\n");

  private ScanBench() {}

  /**
   * @param args see {@link Benchmark#run}; {@code each} is the number of files in a directory
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none().and("rounds", 7).and("files", 200_000).and("each", 1_000);
    Benchmark.run("scan", defaults, settings -> 1_000, ScanBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    int files = settings.number("files");
    int each = settings.number("each");
    Path tree = scratch.resolve("tree");
    InputTrees.make(tree, files, each, new byte[0]);
    StoreConfig config = new StoreConfig("", Map.of());
    try (Store store = StoreRegistry.of(ScanBench.class.getClassLoader()).openLocal(config)) {
      Variants arms = new Variants(files + " files, " + each + " in a directory", "files/s");
      for (String format : FORMATS) {
        arms.arm(name(format), () -> files / Variants.seconds(() -> find(tree, format)));
      }
      arms.arm(SCAN, () -> files / Variants.seconds(() -> scan(store, tree, scratch)));
      Results figures = arms.run(3, settings.number("rounds"), System.out);
      FORMATS.forEach(format -> figures.claim(SCAN, name(format), 1, System.out));
    }
  }

  private static String name(String format) {
    return "find -type f -printf '" + format + "'";
  }

  private static void scan(Store store, Path tree, Path scratch) throws IOException {
    var manifest =
        Scanner.scan(
            store,
            StorePath.of(tree.toString()),
            scratch.resolve("inventory"),
            ScanOptions.DEFAULT.withPlacement(false));
    if (manifest == null) {
      throw new IOException("no manifest");
    }
  }

  private static void find(Path tree, String format) throws IOException, InterruptedException {
    Process find =
        new ProcessBuilder("find", tree.toString(), "-type", "f", "-printf", format)
            .redirectOutput(ProcessBuilder.Redirect.to(Path.of("/dev/null").toFile()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (find.waitFor() != 0) {
      throw new IOException("find failed");
    }
  }
}
