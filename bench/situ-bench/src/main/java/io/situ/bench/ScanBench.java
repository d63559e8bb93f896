package io.situ.bench;

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
 * A scan into an inventory against {@code find -type f -printf} of the same tree: both look at
 * every file's attributes, the scan also sorts, packs and syncs a snapshot.
 */
public final class ScanBench {

  private static final String FORMAT = "%p %s %T@ %u %g %m\\n";

  private ScanBench() {}

  /**
   * @param args scratch directory, number of files (default 200,000), files in a directory (default
   *     1,000), rounds (default 7)
   */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.err.println("usage: ScanBench SCRATCH [FILES [FILES_PER_DIRECTORY [ROUNDS]]]");
      System.exit(2);
    }
    int files = args.length > 1 ? Integer.parseInt(args[1]) : 200_000;
    int perDirectory = args.length > 2 ? Integer.parseInt(args[2]) : 1_000;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 7;
    Path scratch = Files.createTempDirectory(Path.of(args[0]), "scan-bench");
    try {
      Path tree = scratch.resolve("tree");
      makeTree(tree, files, perDirectory);
      StoreConfig config = new StoreConfig("", Map.of());
      try (Store store = StoreFinder.of(ScanBench.class.getClassLoader()).openLocal(config)) {
        new Arms("scan of " + files + " files, " + perDirectory + " in a directory", "files/s")
            .arm("find", () -> files / Arms.seconds(() -> find(tree)))
            .arm("situ scan", () -> files / Arms.seconds(() -> scan(store, tree, scratch)))
            .run(3, rounds, System.out);
      }
    } finally {
      Trees.delete(scratch);
    }
    System.exit(0);
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

  private static void find(Path tree) throws IOException, InterruptedException {
    Process find =
        new ProcessBuilder("find", tree.toString(), "-type", "f", "-printf", FORMAT)
            .redirectOutput(ProcessBuilder.Redirect.to(Path.of("/dev/null").toFile()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (find.waitFor() != 0) {
      throw new IOException("find failed");
    }
  }

  private static void makeTree(Path tree, int files, int perDirectory) throws IOException {
    for (int i = 0; i < files; i++) {
      Path directory = tree.resolve(String.format("dir-%05d", i / perDirectory));
      if (i % perDirectory == 0) {
        Files.createDirectories(directory);
      }
      Files.createFile(directory.resolve(String.format("part-r-%05d.txt", i)));
    }
  }
}
