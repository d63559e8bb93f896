// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.SparkRun;
import io.situ.bench.cluster.SparkRuns;
import io.situ.bench.cluster.SparkSubmit;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.BenchmarkRecord;
import io.situ.bench.harness.Results;
import io.situ.testbed.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Spark's shuffle of rows that only computing makes, on several hosts: Spark's own, on the shared
 * store, and as {@code auto} chooses.
 */
public final class SparkshuffleBench {

  private static final double MB = 1 << 20;
  private static final double MAX_STORED = 0.5;
  private static final String SHARED = "tmp";

  /** Memory for an executor on each host, and on one of them for the application master too. */
  private static final int SLOTS = 6;

  private static final List<String> PARTS = List.of("repartition", "join");

  private enum Variant {
    OWN("Spark's own", ""),
    SHARED("shared", "on"),
    AUTO("auto", "auto");

    private final String title;
    private final String choice;

    Variant(String title, String choice) {
      this.title = title;
      this.choice = choice;
    }
  }

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final SparkSubmit spark;

  private SparkshuffleBench(BenchmarkOptions settings, Testbed testbed, Path scratch) {
    this.settings = settings;
    this.testbed = testbed;
    this.spark = new SparkSubmit(testbed, scratch);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store}, {@code hosts}, {@code replica}, {@code
   *     slots} and {@code link} as for the testbed; {@code mb} of rows in each part, of {@code
   *     maps} tasks for {@code reduces}; {@code local} is disk or store, where executors have their
   *     directories; {@code arms} what is compared: own, shared, auto; {@code keys} are more
   *     settings of all of them, with commas between
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings()
            .and("slots", SLOTS)
            .and("mb", 1024)
            .and("maps", 12)
            .and("reduces", 12)
            .and("local", BenchTestbed.DISK)
            .and("rounds", 3)
            .and("keys", "")
            .and("arms", "own,shared,auto");
    Benchmark.run("sparkshuffle", defaults, SparkshuffleBench::room, SparkshuffleBench::run, args);
  }

  /** Map output, its copies, and what sorting writes. */
  private static long room(BenchmarkOptions settings) {
    return settings.number("mb") * (settings.number("replica") * 3L + 2) + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    List<Variant> arms = settings.several("arms", Variant.class);
    SparkSubmit.python();
    Testbed testbed = BenchTestbed.upWithLocal(BenchTestbed.forJobs(settings), settings);
    new SparkshuffleBench(settings, testbed, scratch).compare(arms);
  }

  private void compare(List<Variant> arms) throws Exception {
    Files.createDirectory(testbed.mount().resolve(SHARED));
    SparkRuns<Variant> done = new SparkRuns<>("shuffle", arms, arm -> arm.title);
    done.warmUp(this::run);
    done.run(settings.number("rounds"), this::run);
    done.requireSameAnswers();
    print(arms, done);
  }

  private SparkRun run(Variant arm) throws Exception {
    List<String> options = new ArrayList<>(SparkSubmit.situ());
    if (arm != Variant.OWN) {
      conf(options, "spark.shuffle.manager=io.situ.spark.shuffle.SituShuffleManager");
      conf(options, "spark.situ.shuffle=" + arm.choice);
      conf(options, "spark.situ.shuffle.dir=situ://vol/" + SHARED);
    }
    if (!settings.text("keys").isEmpty()) {
      List.of(settings.text("keys").split(",")).forEach(key -> conf(options, key));
    }
    return spark.measure(
        options,
        "exchange.py",
        settings.text("mb"),
        settings.text("maps"),
        settings.text("reduces"));
  }

  private static void conf(List<String> options, String setting) {
    options.add("--conf");
    options.add(setting);
  }

  private void print(List<Variant> arms, SparkRuns<Variant> done) {
    String title = "Shuffle of Spark, " + settings.text("mb") + " MB";
    Results all = done.figures(SparkRun::all, "s");
    all.print(title + ", both parts", System.out);
    for (Variant arm : arms.subList(1, arms.size())) {
      all.compare(arm.title, arms.get(0).title, System.out);
    }
    for (int i = 0; i < PARTS.size(); i++) {
      int part = i;
      done.figures(run -> run.seconds().get(part), "s")
          .print(title + ", " + PARTS.get(part), System.out);
    }
    done.figures(run -> written(run) / MB, "MB").print(title + ", map output written", System.out);
    printStored(title, arms, done);
    done.figures(SparkRun::processor, "processor seconds")
        .print(title + ", processor time of all hosts", System.out);
    done.figures(run -> run.network() / MB, "MB")
        .print(title + ", received by all hosts", System.out);
    Map<String, Map<String, String>> answers = new LinkedHashMap<>();
    for (Variant arm : arms) {
      answers.put(arm.title, Map.of("answer", "the same in all rounds"));
      System.out.println("- answer of " + arm.title + ": " + answers.get(arm.title).get("answer"));
    }
    BenchmarkRecord.facts(title, answers);
  }

  /** On disks, of whatever is written to the store: a store without daemons does not say it. */
  private static void printStored(String title, List<Variant> arms, SparkRuns<Variant> done) {
    double base = done.last(arms.get(0)).stored();
    if (base == 0) {
      return;
    }
    done.figures(run -> run.stored() / MB, "MB")
        .print(title + ", written to disks by OSDs or bricks, all copies", System.out);
    for (Variant arm : arms.subList(1, arms.size())) {
      System.out.printf(
          Locale.ROOT,
          "- %s: OSDs or bricks wrote %.2f of what they did for %s in the last round; wanted of"
              + " shared on hosts without disks %.2f%n",
          arm.title,
          done.last(arm).stored() / base,
          arms.get(0).title,
          MAX_STORED);
    }
  }

  private static double written(SparkRun run) {
    return run.report().path("shuffle").path("bytesWritten").asDouble();
  }
}
