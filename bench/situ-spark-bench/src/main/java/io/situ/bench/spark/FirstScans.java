// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.spark;

import io.situ.bench.harness.BenchmarkOptions;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.Dataset;

/**
 * Planning of scans of which nothing is known yet: each is of a store with another name, with the
 * same files. Not thread-safe.
 */
final class FirstScans {

  private static final String NONE = "no inventory";
  private static final String PLACEMENT = "inventory";
  private static final String FOOTERS = "inventory with footers";

  private final SparkSession spark;
  private final Path scratch;
  private final Path program;
  private int stores;

  /**
   * @param scratch has the files in a directory {@code many}
   * @param program says which hosts hold what
   */
  FirstScans(SparkSession spark, Path scratch, Path program) {
    this.spark = spark;
    this.scratch = scratch;
    this.program = program;
  }

  void run(BenchmarkOptions settings) throws Exception {
    Path plain = scratch.resolve("inventory");
    Path footers = scratch.resolve("inventory-footers");
    scan(plain, false);
    double seconds = Variants.seconds(() -> scan(footers, true));
    System.out.printf(Locale.ROOT, "%n- the scan with footers took %.2f s%n", seconds);
    Variants arms =
        new Variants("planning of a driver's first scan of " + settings.number("files"), "s");
    arms.arm(NONE, () -> first(Optional.empty()));
    arms.arm(PLACEMENT, () -> first(Optional.of(plain)));
    arms.arm(FOOTERS, () -> first(Optional.of(footers)));
    Results results = arms.run(5, settings.number("rounds"), System.out);
    double[] without = results.byArm().get(PLACEMENT);
    double[] with = results.byArm().get(FOOTERS);
    double[] saved = new double[with.length];
    Arrays.setAll(saved, round -> without[round] - with[round]);
    Arrays.sort(saved);
    System.out.printf(
        Locale.ROOT,
        "- footers in the inventory save: median %.0f ms, least %.0f, most %.0f%n",
        saved[saved.length / 2] * 1000,
        saved[0] * 1000,
        saved[saved.length - 1] * 1000);
  }

  private Map<String, String> keys() {
    Map<String, String> keys = new HashMap<>();
    keys.put("root", scratch.resolve("many").toString());
    keys.put("driver", "posix");
    keys.put("placement.command", program.toString());
    return keys;
  }

  private void scan(Path inventory, boolean footers) throws IOException {
    try (Store store =
        StoreRegistry.of(FirstScans.class.getClassLoader())
            .open(new StoreConfig("scanned", keys()))) {
      Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT.withFooters(footers));
    }
  }

  /** Listing the files is not timed. */
  private double first(Optional<Path> inventory) throws Exception {
    String name = "first" + stores++;
    Configuration conf = spark.sparkContext().hadoopConfiguration();
    keys().forEach((key, value) -> conf.set("fs.situ.store." + name + "." + key, value));
    inventory.ifPresent(path -> conf.set("fs.situ.store." + name + ".inventory", path.toString()));
    Dataset<Row> table =
        (Dataset<Row>)
            spark.read().schema("id BIGINT, text STRING").parquet("situ://" + name + "/");
    return Variants.seconds(() -> SparkplanBench.plan(table, true));
  }
}
