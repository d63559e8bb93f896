package io.situ.bench;

import static java.util.stream.Collectors.joining;

import io.situ.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Stock jobs on several hosts: on the mount with nothing of Situ's, in place with Hadoop's own
 * shuffle over HTTP, and in place with their map output on the store. Beside the time: that of each
 * phase, bytes written to files of hosts and store before the output, and what crossed the cables.
 */
public final class ShuffleBench {

  private static final String STOCK = "stock";
  private static final String HTTP = "in place, HTTP";
  private static final String SHARED = "in place, shared";
  private static final List<String> ARMS = List.of(STOCK, HTTP, SHARED);
  private static final List<String> PHASES = List.of("start", "map", "shuffle", "sort", "reduce");
  private static final int FILES = 12;
  private static final double MB = 1 << 20;
  private static final double MOST_WALL = 0.9;
  private static final double MOST_WRITTEN = 0.5;

  private static final String EARLY = "-Dmapreduce.job.reduce.slowstart.completedmaps=0.05";

  /** When reduces begin: as Hadoop has it by default, and when there is something to read. */
  private static final Map<String, List<String>> SETTINGS =
      Map.of(
          STOCK,
          List.of(EARLY),
          HTTP,
          List.of("-Dsitu.mapreduce.shuffle=local", EARLY),
          SHARED,
          List.of("-Dsitu.mapreduce.shuffle=shared"));

  private final Settings settings;
  private final Testbed testbed;
  private final ClusterRuns runs;
  private final Map<String, List<ClusterRun>> done = new LinkedHashMap<>();

  private ShuffleBench(Settings settings, Testbed testbed) {
    this.settings = settings;
    this.testbed = testbed;
    this.runs = new ClusterRuns(testbed);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store} is gluster or ceph; {@code hosts}, {@code
   *     replica} and {@code link} as for the testbed; {@code mb} of input; {@code only} picks the
   *     jobs whose title contains it
   */
  public static void main(String[] args) {
    Settings defaults = Hosts.settings().and("mb", 2048).and("rounds", 5).and("only", "");
    Benchmark.run("shuffle", defaults, ShuffleBench::room, ShuffleBench::run, args);
  }

  /** Copies of input, map output and output, and Hadoop's own of map output. */
  private static long room(Settings settings) {
    return settings.number("mb") * (settings.number("replica") * 4L + 3) + 2_000;
  }

  private static void run(Path scratch, Settings settings) throws Exception {
    Testbed testbed = Hosts.up(Hosts.forJobs(settings));
    new ShuffleBench(settings, testbed).run(BigMap.jar(scratch));
  }

  private void run(Path bigMapJar) throws Exception {
    String size = settings.number("mb") + " MB";
    int reduces = settings.number("hosts");
    for (ClusterJob job :
        List.of(
            ClusterJob.bigMapOutput("BigMapOutput, " + size, bigMapJar, reduces),
            ClusterJob.teraSort("TeraSort, " + size, reduces))) {
      if (job.title().contains(settings.text("only"))) {
        compare(job);
      }
    }
  }

  /** The first round loads classes and makes directories, and does not count. */
  private void compare(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    job.input().write(in, FILES, ((long) settings.number("mb") << 20) / FILES);
    done.clear();
    Arms arms = new Arms(job.title(), "s");
    for (String arm : ARMS) {
      done.put(arm, new ArrayList<>());
      arms.arm(arm, () -> run(job, arm));
    }
    Figures figures = arms.run(1, settings.number("rounds"), System.out);
    print();
    figures.claim(SHARED, HTTP, 1 / MOST_WALL, System.out);
    double written = written(last(SHARED)) / written(last(HTTP));
    System.out.printf(
        Locale.ROOT,
        "- shared writes %.2f of what HTTP does to files; wanted %.2f: **%s**%n",
        written,
        MOST_WRITTEN,
        written <= MOST_WRITTEN ? "reached" : "missed");
    Trees.delete(in);
  }

  private double run(ClusterJob job, String arm) throws Exception {
    ClusterRuns.Arm way = arm.equals(STOCK) ? ClusterRuns.Arm.STOCK : ClusterRuns.Arm.IN_PLACE;
    ClusterRun run = runs.run(job.with(SETTINGS.get(arm)), way, "in", "out");
    List<ClusterRun> earlier = done.get(arm);
    if (!earlier.isEmpty() && !earlier.get(0).records().equals(run.records())) {
      throw new IOException("another answer: " + run.records());
    }
    earlier.add(run);
    Trees.delete(testbed.mount().resolve("out"));
    return run.seconds();
  }

  private void print() {
    System.out.printf("%nThe last round.%n%n| | %s |%n", String.join(" | ", ARMS));
    System.out.println("|---" + "|---:".repeat(ARMS.size()) + "|");
    row("written to files, without output", run -> ClusterRun.text("%.0f MB", written(run) / MB));
    for (String phase : PHASES) {
      row("phase: " + phase, run -> ClusterRun.text("%.1f s", run.record().phases().get(phase)));
    }
    for (String row : ClusterRun.ROWS) {
      row(row, run -> run.cell(row));
    }
    System.out.println();
  }

  private void row(String title, Function<ClusterRun, String> cell) {
    String cells = ARMS.stream().map(arm -> cell.apply(last(arm))).collect(joining(" | "));
    System.out.printf("| %s | %s |%n", title, cells);
  }

  private ClusterRun last(String arm) {
    List<ClusterRun> all = done.get(arm);
    return all.get(all.size() - 1);
  }

  /** Spills, map output wherever it lies, and what reduces wrote of it. */
  private static double written(ClusterRun run) {
    return run.record()
        .counters()
        .getOrDefault("org.apache.hadoop.mapreduce.FileSystemCounter", Map.of())
        .getOrDefault("FILE_BYTES_WRITTEN", 0L);
  }
}
