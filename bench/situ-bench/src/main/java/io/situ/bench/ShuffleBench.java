// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import static java.util.stream.Collectors.joining;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.ClusterJob;
import io.situ.bench.cluster.ClusterRun;
import io.situ.bench.cluster.ClusterRuns;
import io.situ.bench.cluster.HadoopTestJobs;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.BenchmarkRecord;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.mapreduce.shuffle.ShuffleChoice;
import io.situ.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/**
 * Stock jobs on several hosts: with nothing of Situ's, and with their map output on the store or
 * the input read in place or both. Beside the time: that of each phase, bytes written to files of
 * hosts and store before the output, and what crossed the network.
 */
public final class ShuffleBench {

  /** Hadoop's default, which Situ replaces where it shares map output. */
  private static final String START = "-Dmapreduce.job.reduce.slowstart.completedmaps=0.05";

  private static final String ON_HOSTS = "-Dsitu.mapreduce.shuffle=local";

  /** As many maps as stock. */
  private static final String AS_SPLIT = "-Dsitu.mapreduce.regroup=off";

  private static final String ON_STORE = "-Dsitu.mapreduce.shuffle=shared";

  private static final String AS_MEASURED = "-Dsitu.mapreduce.shuffle=auto";

  private static final String SPLIT = "-Dmapreduce.input.fileinputformat.split.";

  private enum Variant {
    STOCK("stock", ClusterRuns.Variant.STOCK, List.of(START)),
    SHARED("shared", ClusterRuns.Variant.UNPLACED, List.of(ON_STORE, AS_SPLIT, START)),
    AUTO("auto", ClusterRuns.Variant.UNPLACED, List.of(AS_MEASURED, AS_SPLIT, START)),
    PLACED("in place", ClusterRuns.Variant.IN_PLACE, List.of(ON_HOSTS, START)),
    BOTH("in place, shared", ClusterRuns.Variant.IN_PLACE, List.of(ON_STORE, START));

    private final String title;
    private final ClusterRuns.Variant way;
    private final List<String> settings;

    Variant(String title, ClusterRuns.Variant way, List<String> settings) {
      this.title = title;
      this.way = way;
      this.settings = settings;
    }
  }

  private static final List<String> PHASES = List.of("start", "map", "shuffle", "sort", "reduce");
  private static final int FILES = 12;
  private static final double MB = 1 << 20;
  private static final double MAX_WALL = 0.9;
  private static final double MAX_WALL_LEFT_ALONE = 1.02;
  private static final double MAX_WRITTEN = 0.5;

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final ClusterRuns runs;
  private final List<Variant> compared;
  private final Map<Variant, List<ClusterRun>> done = new EnumMap<>(Variant.class);

  private ShuffleBench(BenchmarkOptions settings, Testbed testbed, List<Variant> compared) {
    this.settings = settings;
    this.testbed = testbed;
    this.compared = compared;
    this.runs = new ClusterRuns(testbed);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store} is gluster or ceph; {@code hosts}, {@code
   *     replica} and {@code link} as for the testbed; {@code mb} of input; {@code only} is of
   *     titles of jobs ({@link BenchmarkOptions#picks}), and those of one phase, whose titles begin
   *     with "phase:", run only if it is set; {@code arms} what is compared; {@code reduces}, by
   *     default as many as hosts; {@code splits}, MB of a map's split where the job splits files,
   *     by default what each arm makes of them; {@code local} is disk or store, where NodeManagers
   *     have the directories that tasks write to
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings()
            .and("mb", 2048)
            .and("rounds", 5)
            .and("only", "")
            .and("arms", BenchmarkOptions.names(Variant.class))
            .and("reduces", "")
            .and("splits", "")
            .and("local", BenchTestbed.DISK);
    Benchmark.run("shuffle", defaults, ShuffleBench::room, ShuffleBench::run, args);
  }

  /** Copies of input, map output and output, and Hadoop's own of map output. */
  private static long room(BenchmarkOptions settings) {
    return settings.number("mb") * (settings.number("replica") * 4L + 3) + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    List<Variant> compared = settings.several("arms", Variant.class);
    int reduces = settings.numberOr("reduces", settings.number("hosts"));
    List<String> splits = splits(settings.numberOr("splits", 0));
    Testbed testbed = BenchTestbed.upWithLocal(BenchTestbed.forJobs(settings), settings);
    new ShuffleBench(settings, testbed, compared).run(HadoopTestJobs.jar(scratch), reduces, splits);
  }

  private static List<String> splits(int mb) {
    return mb == 0
        ? List.of()
        : List.of(SPLIT + "minsize=" + ((long) mb << 20), SPLIT + "maxsize=" + ((long) mb << 20));
  }

  private void run(Path testJobs, int reduces, List<String> splits) throws Exception {
    String size = ", " + settings.number("mb") + " MB";
    List<ClusterJob> jobs =
        List.of(
            ClusterJob.bigMapOutput("BigMapOutput" + size, testJobs, reduces),
            ClusterJob.teraSort("TeraSort" + size, reduces));
    List<ClusterJob> phases =
        List.of(
            ClusterJob.load("phase: maps only read" + size, testJobs, reduces, 0, 0),
            ClusterJob.load("phase: one reduce only reads" + size, testJobs, 1, 100, 0),
            ClusterJob.bigMapOutput("phase: one reduce writes" + size, testJobs, 1));
    for (ClusterJob job : settings.text("only").isEmpty() ? jobs : concat(jobs, phases)) {
      if (settings.picks(job.title())) {
        compare(job.with(splits));
      }
    }
  }

  private static List<ClusterJob> concat(List<ClusterJob> some, List<ClusterJob> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** The first jobs of a testbed load classes and make directories. */
  private void warmUp(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("warm"));
    job.input().write(in, FILES, 1 << 20);
    for (Variant arm : compared) {
      runs.run(job.with(arm.settings), arm.way, "warm", "out");
      InputTrees.delete(testbed.mount().resolve("out"));
    }
    InputTrees.delete(in);
  }

  private void compare(ClusterJob job) throws Exception {
    warmUp(job);
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    job.input().write(in, FILES, ((long) settings.number("mb") << 20) / FILES);
    done.clear();
    Variants arms = new Variants(job.title(), "s").elsewhere();
    for (Variant arm : compared) {
      done.put(arm, new ArrayList<>());
      arms.arm(arm.title, () -> run(job, arm));
    }
    Results figures = arms.run(0, settings.number("rounds"), System.out);
    print(job.title());
    Variant base = compared.get(0);
    for (Variant arm : compared.subList(1, compared.size())) {
      figures.claim(arm.title, base.title, 1 / mostWall(arm), System.out);
      double written = written(last(arm), arm) / written(last(base), base);
      System.out.printf(
          Locale.ROOT,
          "- %s writes %.2f of what %s does to files; wanted of shared %.2f%n",
          arm.title,
          written,
          base.title,
          MAX_WRITTEN);
    }
    InputTrees.delete(in);
  }

  /** What is wanted of an arm's time over stock's, by what it did with map output. */
  private double mostWall(Variant arm) {
    Optional<ShuffleChoice> choice = last(arm).record().shuffle();
    choice.ifPresent(made -> System.out.println("- " + arm.title + ": " + made.reason()));
    return choice.isPresent() && !choice.get().isShared() ? MAX_WALL_LEFT_ALONE : MAX_WALL;
  }

  private double run(ClusterJob job, Variant arm) throws Exception {
    ClusterRun run = runs.run(job.with(arm.settings), arm.way, "in", "out");
    List<ClusterRun> earlier = done.get(arm);
    if (!earlier.isEmpty() && !earlier.get(0).records().equals(run.records())) {
      throw new IOException("another answer: " + run.records());
    }
    earlier.add(run);
    InputTrees.delete(testbed.mount().resolve("out"));
    return run.seconds();
  }

  private void print(String title) {
    Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    compared.forEach(arm -> facts.put(arm.title, cells(arm)));
    BenchmarkRecord.facts(title + ", last round", facts);
    System.out.printf("%nThe last round.%n%n| | %s |%n", String.join(" | ", facts.keySet()));
    System.out.println("|---" + "|---:".repeat(compared.size()) + "|");
    for (String row : cells(compared.get(0)).keySet()) {
      String cells = facts.values().stream().map(arm -> arm.get(row)).collect(joining(" | "));
      System.out.printf("| %s | %s |%n", row, cells);
    }
    System.out.println();
  }

  /** The last run of an arm, row by row. */
  private Map<String, String> cells(Variant arm) {
    ClusterRun run = last(arm);
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put(
        "written to files, without output", ClusterRun.text("%.0f MB", written(run, arm) / MB));
    for (String phase : PHASES) {
      double seconds = run.record().phases().getOrDefault(phase, 0.0);
      cells.put("phase: " + phase, ClusterRun.text("%.1f s", seconds));
    }
    cells.putAll(run.cells());
    return cells;
  }

  private ClusterRun last(Variant arm) {
    List<ClusterRun> all = done.get(arm);
    return all.get(all.size() - 1);
  }

  /** Spills, map output wherever it lies, and what reduces wrote of it. */
  private static double written(ClusterRun run, Variant arm) {
    boolean withOutput = arm.way != ClusterRuns.Variant.IN_PLACE;
    return counter(run, "org.apache.hadoop.mapreduce.FileSystemCounter", "FILE_BYTES_WRITTEN")
        - (withOutput ? counter(run, FileOutputFormatCounter.class.getName(), "BYTES_WRITTEN") : 0);
  }

  private static long counter(ClusterRun run, String group, String name) {
    return run.record().counters().getOrDefault(group, Map.of()).getOrDefault(name, 0L);
  }
}
