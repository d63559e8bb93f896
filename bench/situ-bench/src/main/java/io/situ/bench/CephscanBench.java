// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.refresh.Refresher;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import io.situ.testbed.Testbed;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scans of a CephFS by its own library and through the mount, against {@code find -printf} on the
 * mount; then refreshes after a few changes against scans of everything.
 */
public final class CephscanBench {

  private static final String FIND = "find -type f -printf '%p %s %T@'";
  private static final String NATIVE = "situ scan --no-placement";
  private static final String PLACED = "situ scan";
  private static final String MOUNT = "situ scan --no-placement, scan=mount";
  private static final String REFRESH = "situ refresh";

  /** Servers report to a directory a few seconds late what changed below it. */
  private static final int SETTLE_SECONDS = 6;

  /** For a minute a refresh lists again what changed: only then is the tree an old one. */
  private static final int AGE_SECONDS = 70;

  private static final String PLACEMENT = "placement";

  /** What Ceph lets a file grow to. */
  private static final long LARGEST = 1L << 40;

  private static final int WARM_UPS = 10;

  /** A refresh is so short that for dozens of them it is Java's compilers that take the time. */
  private static final int REFRESH_WARM_UPS = 30;

  private static final String FORMAT = "%p %s %T@\\n";

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final Path scratch;

  private CephscanBench(BenchmarkOptions settings, Testbed testbed, Path scratch) {
    this.settings = settings;
    this.testbed = testbed;
    this.scratch = scratch;
  }

  /**
   * @param args see {@link Benchmark#run}; {@code warm} is the number of scans that do not count,
   *     as Java's compilers work beside them, {@code each} the number of files in a directory,
   *     {@code groups} over how many directories above them those are spread, {@code changes} how
   *     many files are written before a refresh
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none()
            .and("hosts", 3)
            .and("replica", 2)
            .and("warm", 10)
            .and("rounds", 5)
            .and("files", 10_000)
            .and("each", 300)
            .and("groups", 1)
            .and("changes", 10);
    Benchmark.run("cephscan", defaults, settings -> 4_000, CephscanBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    TestbedOptions options =
        TestbedOptions.ceph(settings.number("hosts"), settings.number("replica")).withoutHadoop();
    new CephscanBench(settings, BenchTestbed.up(options), scratch).run();
  }

  private Store open(String... keysAndValues) throws IOException {
    Map<String, String> keys = new HashMap<>(testbed.storeKeys());
    for (int i = 0; i < keysAndValues.length; i += 2) {
      keys.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return StoreRegistry.of(CephscanBench.class.getClassLoader())
        .open(new StoreConfig("vol", keys));
  }

  private void run() throws Exception {
    int files = settings.number("files");
    Path tree = testbed.mount().resolve("tree");
    int groups = settings.number("groups");
    for (int i = 0; i < groups; i++) {
      InputTrees.make(group(tree, i), files / groups, settings.number("each"), new byte[] {'x'});
    }
    try (Store own = open();
        Store mount = open("scan", "mount")) {
      ScanOptions plain = ScanOptions.DEFAULT.withPlacement(false);
      Variants arms = new Variants(files + " files", "files/s");
      arms.arm(FIND, () -> files / Variants.seconds(() -> find(tree)));
      arms.arm(MOUNT, () -> files / Variants.seconds(() -> scan(mount, "mount", plain)));
      arms.arm(NATIVE, () -> files / Variants.seconds(() -> scan(own, "own", plain)));
      arms.arm(
          PLACED, () -> files / Variants.seconds(() -> scan(own, "placed", ScanOptions.DEFAULT)));
      Results figures = arms.run(settings.number("warm"), settings.number("rounds"), System.out);
      figures.claim(NATIVE, FIND, 15, System.out);
      figures.claim(PLACED, FIND, 15, System.out);

      place(own);
      TimeUnit.SECONDS.sleep(AGE_SECONDS);
      Variants refreshes = new Variants("after " + settings.number("changes") + " changes", "s");
      refreshes.arm(PLACED, () -> Variants.seconds(() -> scan(own, "full", ScanOptions.DEFAULT)));
      refreshes.arm(REFRESH, () -> refresh(own, tree));
      refreshes
          .run(REFRESH_WARM_UPS, settings.number("rounds"), System.out)
          .claim(REFRESH, PLACED, 50, System.out);
    }
  }

  /**
   * Which hosts hold each object of a file that is as large as may be, of which the last byte is
   * written.
   */
  private void place(Store own) throws Exception {
    try (FileChannel file =
        FileChannel.open(
            testbed.mount().resolve("large"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1), LARGEST - 1);
    }
    StoreObject large = own.stat(StorePath.of("/large"), false);
    int extents = own.placement(large, 0, LARGEST).size();
    Variants arms = new Variants("a file of 1 TiB, " + extents + " extents", "extents/s");
    arms.arm(PLACEMENT, () -> extents / Variants.seconds(() -> own.placement(large, 0, LARGEST)));
    arms.run(WARM_UPS, settings.number("rounds"), System.out)
        .claim(PLACEMENT, 1_000_000, System.out);
  }

  private void scan(Store store, String name, ScanOptions options) throws IOException {
    Scanner.scan(store, StorePath.of("/tree"), scratch.resolve(name), options);
  }

  private double refresh(Store store, Path tree) throws Exception {
    Path directory = group(tree, 0).resolve("dir-00000");
    for (int i = 0; i < settings.number("changes"); i++) {
      Files.writeString(directory.resolve(String.format("part-r-%05d.txt", i)), "changed");
    }
    TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
    return Variants.seconds(
        () -> Refresher.refresh(store, scratch.resolve("placed"), ScanOptions.DEFAULT));
  }

  private static Path group(Path tree, int number) {
    return tree.resolve(String.format("group-%03d", number));
  }

  private static void find(Path tree) throws IOException, InterruptedException {
    Process find =
        new ProcessBuilder("find", tree.toString(), "-type", "f", "-printf", FORMAT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (find.waitFor() != 0) {
      throw new IOException("find failed");
    }
  }
}
