// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.BuiltSource;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.BenchmarkRecord;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * What comes before a job that reads a store's files in place: a scan of them into an inventory, a
 * copy of the inventory on every host, and an attach of it to HDFS. The files are sparse, for none
 * of these reads one: only their number, their sizes and the objects that they are made of count.
 */
public final class InventoryBench {

  private static final long MB = 1 << 20;
  private static final String SCAN = "situ scan";
  private static final String COPIES = "copies of the inventory to every host";
  private static final String ATTACH = "situ attach of the inventory, checksums later";

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final Path inventory;
  private final Map<String, double[]> seconds = new LinkedHashMap<>();

  private InventoryBench(BenchmarkOptions settings, Testbed testbed) {
    this.settings = settings;
    this.testbed = testbed;
    this.inventory = testbed.mount().resolve("inventory");
  }

  /**
   * @param args see {@link Benchmark#run}; {@link BenchTestbed#settings}, and {@code gb} in files
   *     of {@code each} MB
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings().and("gb", 150).and("each", 1500).and("rounds", 3);
    Benchmark.run("inventory", defaults, settings -> 4_000, InventoryBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    new InventoryBench(settings, BenchTestbed.up(BenchTestbed.forJobs(settings))).run();
  }

  private void run() throws Exception {
    int files = Math.max(1, settings.number("gb") * 1000 / settings.number("each"));
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    for (int i = 0; i < files; i++) {
      Path file = in.resolve(String.format(Locale.ROOT, "part-r-%05d", i));
      try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
        sparse.setLength(settings.number("each") * MB);
      }
    }
    int rounds = settings.number("rounds");
    Map<String, String> facts = new LinkedHashMap<>();
    for (int round = 0; round <= rounds; round++) {
      put(SCAN, round, Variants.seconds(this::scan));
      put(COPIES, round, Variants.seconds(this::copy));
      put(ATTACH, round, Variants.seconds(this::attach));
      situ("detach", target());
      facts.put("files", "" + files);
      facts.put("size of the inventory", String.format(Locale.ROOT, "%.1f kB", size() / 1e3));
      clear();
    }
    String amount = settings.number("gb") + " GB";
    new Results(seconds, "s").print("scan and distribution, " + amount, System.out);
    System.out.println("- " + facts);
    BenchmarkRecord.facts("the inventory, " + amount, Map.of(SCAN, facts));
  }

  /** The first round, 0, does not count. */
  private void put(String arm, int round, double figure) {
    System.err.printf(Locale.ROOT, "round %d, %s: %.2f s%n", round, arm, figure);
    if (round > 0) {
      seconds.computeIfAbsent(arm, any -> new double[settings.number("rounds")])[round - 1] =
          figure;
    }
  }

  private void scan() {
    situ("scan", "--inventory=" + inventory, "situ://vol/in");
  }

  private void copy() {
    CompletableFuture.allOf(
            testbed.hosts().stream()
                .map(host -> CompletableFuture.runAsync(() -> copy(host)))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private void copy(String host) {
    testbed.run(host, "cp", "-r", inventory.toString(), kept(host).toString()).orThrow();
    testbed.run(host, "sync", "-f", kept(host).toString()).orThrow();
  }

  private Path kept(String host) {
    return testbed.disk(host).resolve("inventory");
  }

  private void attach() {
    situ("attach", "--checksums", "lazy", inventory.toString(), target());
  }

  private static String target() {
    return HadoopDaemons.NAME_NODE + "/attached";
  }

  private void situ(String command, String... words) {
    List<String> call = new ArrayList<>(List.of("--conf", testbed.confDir().toString(), command));
    call.addAll(List.of(words));
    BuiltSource.situ(call.toArray(String[]::new)).orThrow();
  }

  private long size() throws IOException {
    try (Stream<Path> files = Files.walk(inventory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private void clear() throws IOException {
    InputTrees.delete(inventory);
    for (String host : testbed.hosts()) {
      InputTrees.delete(kept(host));
    }
  }
}
