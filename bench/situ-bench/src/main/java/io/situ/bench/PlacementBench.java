package io.situ.bench;

import io.situ.inventory.Inventory;
import io.situ.inventory.Row;
import io.situ.inventory.Rows;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StorePath;
import io.situ.storage.find.StoreFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A scan with placement of a tree on a store that tells who holds what, against the same scan
 * without, and against {@code getfattr}, which asks for one file after the other.
 */
public final class PlacementBench {

  private static final String PLACED = "placed";

  private PlacementBench() {}

  /**
   * @param args scratch directory on the store, number of files (default 20,000), files in a
   *     directory (default 1,000), rounds (default 5)
   */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.err.println("usage: PlacementBench SCRATCH [FILES [FILES_PER_DIRECTORY [ROUNDS]]]");
      System.exit(2);
    }
    int files = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
    int perDirectory = args.length > 2 ? Integer.parseInt(args[2]) : 1_000;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 5;
    Path tree = Files.createTempDirectory(Path.of(args[0]), "placement-bench");
    Path inventory = Files.createTempDirectory("placement-bench");
    try {
      makeTree(tree, files, perDirectory);
      StoreConfig config = new StoreConfig("", Map.of());
      try (Store store = StoreFinder.of(PlacementBench.class.getClassLoader()).openLocal(config)) {
        Arms arms = new Arms(files + " files, " + perDirectory + " in a directory", "files/s");
        arms.arm("getfattr -R", () -> files / Arms.seconds(() -> getfattr(tree)));
        for (boolean placement : new boolean[] {false, true}) {
          ScanOptions options = ScanOptions.DEFAULT.withPlacement(placement);
          arms.arm(
              placement ? "situ scan" : "situ scan --no-placement",
              () -> files / Arms.seconds(() -> scan(store, tree, inventory, options)));
        }
        arms.run(1, rounds, System.out);
        System.out.printf("%n%d of %d files placed%n", placed(inventory), files);
      }
    } finally {
      Trees.delete(tree);
      Trees.delete(inventory);
    }
    System.exit(0);
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

  private static void makeTree(Path tree, int files, int perDirectory) throws IOException {
    for (int i = 0; i < files; i++) {
      Path directory = tree.resolve(String.format("dir-%05d", i / perDirectory));
      if (i % perDirectory == 0) {
        Files.createDirectories(directory);
      }
      Files.write(directory.resolve(String.format("part-r-%05d.txt", i)), new byte[] {'x'});
    }
  }
}
