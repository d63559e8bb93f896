// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.HadoopTestJobs;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.host.HostBytes;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TeraGen, TeraSort and TeraValidate after each other, as they come, with everything they read and
 * write on one file system. The store may be on hosts of its own, and then every byte of it crosses
 * the network, while HDFS is on the disks of the hosts that run the tasks.
 */
public final class TeraBench {

  private static final int ROW = 100;
  private static final int WARM_UP_ROWS = 100_000;

  /** By Hadoop's client, as the largest reduce reported it to its job. */
  private static final Pattern PEAK =
      Pattern.compile("Peak Reduce Physical memory \\(bytes\\)=([0-9]+)");

  private static final String NODE_MANAGER = "nodemanager";

  /** Where the jobs read and write, and how reduces get map output. */
  private enum Arm {
    PLACED("in place", "situ"),
    FILE("yarn, file://", "yarn"),
    HDFS("yarn, hdfs://", "yarn"),
    LOCAL("in place, Hadoop's shuffle", "situ", "-Dsitu.mapreduce.shuffle=local"),
    SHARED("in place, shared shuffle", "situ", "-Dsitu.mapreduce.shuffle=shared");

    private final String title;
    private final String framework;
    private final List<String> settings;

    Arm(String title, String framework, String... settings) {
      this.title = title;
      this.framework = framework;
      this.settings = List.of(settings);
    }
  }

  /** One of the three jobs; its table has its title. */
  private enum Step {
    TERAGEN,
    TERASORT,
    TERAVALIDATE;

    private String program() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final List<Arm> arms;
  private final Map<String, Map<Arm, double[]>> figures = new LinkedHashMap<>();

  private TeraBench(BenchmarkOptions settings, Testbed testbed, List<Arm> arms) {
    this.settings = settings;
    this.testbed = testbed;
    this.arms = arms;
  }

  /**
   * @param args see {@link Benchmark#run}; {@link BenchTestbed#settings}, {@code mb} of rows,
   *     {@code common} settings of all jobs, {@code KEY=VALUE} with commas between, and {@code
   *     arms}, some of placed, file, hdfs, local and shared (in place by Hadoop's shuffle, and by
   *     that on the store)
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings()
            .and("mb", 1000)
            .and("rounds", 3)
            .and("common", "")
            .and("arms", "placed,file,hdfs");
    Benchmark.run("tera", defaults, TeraBench::room, TeraBench::run, args);
  }

  /** Rows and sorted rows with their copies, and map output. */
  private static long room(BenchmarkOptions settings) {
    return settings.number("mb") * (2L * settings.number("replica") + 2) + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    List<Arm> arms = settings.several("arms", Arm.class);
    Testbed testbed = BenchTestbed.up(BenchTestbed.forJobs(settings));
    new TeraBench(settings, testbed, arms).run();
  }

  private void run() throws Exception {
    int rounds = settings.number("rounds");
    for (Arm arm : arms) {
      sequence(arm, WARM_UP_ROWS, new HashMap<>());
    }
    BenchTestbed.makeClassArchive(testbed);
    for (int round = 1; round <= rounds; round++) {
      for (Arm arm : Variants.turned(arms, round)) {
        Map<String, Double> measured = new LinkedHashMap<>();
        String answer = sequence(arm, (settings.number("mb") * 1_000_000L) / ROW, measured);
        System.err.printf("round %d, %s: %s; %s%n", round, arm.title, measured, answer);
        for (Map.Entry<String, Double> one : measured.entrySet()) {
          figures.computeIfAbsent(one.getKey(), any -> new LinkedHashMap<>())
                  .computeIfAbsent(arm, any -> new double[rounds])[round - 1] =
              one.getValue();
        }
      }
    }
    figures.forEach(this::print);
  }

  private void print(String title, Map<Arm, double[]> byArm) {
    Map<String, double[]> named = new LinkedHashMap<>();
    arms.forEach(arm -> named.put(arm.title, byArm.get(arm)));
    boolean isAmount = title.startsWith("network") || title.startsWith("memory");
    new Results(named, isAmount ? "MB" : "s").print(title, System.out);
  }

  /** Runs the three jobs; what TeraValidate says of the sorted rows. */
  private String sequence(Arm arm, long rows, Map<String, Double> measured) throws Exception {
    String base = base(arm) + "tera";
    Map<String, HostBytes> before = testbed.bytes();
    nodeManagers().forEach(host -> testbed.resetPeakMemory(host, NODE_MANAGER));
    double all = 0;
    String sorted = "";
    for (Step step : Step.values()) {
      long start = System.nanoTime();
      HostCommandResult result = testbed.hadoop("hadoop", words(step, arm, rows, base));
      double seconds = (System.nanoTime() - start) / 1e9;
      result.orThrow();
      sorted = step == Step.TERASORT ? result.err() : sorted;
      measured.put(step.program(), seconds);
      all += seconds;
    }
    measured.put("all three", all);
    measured.put("network, bytes that hosts sent", sent(before) / 1e6);
    measured.put("memory, the largest reduce of TeraSort", peak(sorted) / 1e6);
    measured.put("memory, the largest NodeManager", peakOfNodeManagers() / 1e6);
    String answer =
        testbed.hadoop("hadoop", "fs", "-cat", base + "/validated/part-r-00000").orThrow();
    if (!answer.startsWith("checksum") || answer.lines().count() != 1) {
      throw new IOException(arm.title + " did not sort: " + answer);
    }
    testbed.hadoop("hadoop", "fs", "-rm", "-r", "-skipTrash", base).orThrow();
    return answer;
  }

  private static double peak(String said) throws IOException {
    Matcher peak = PEAK.matcher(said);
    if (!peak.find()) {
      throw new IOException("TeraSort did not say how much memory its reduces had: " + said);
    }
    return Double.parseDouble(peak.group(1));
  }

  private List<String> nodeManagers() {
    return testbed.hosts().stream()
        .filter(host -> testbed.daemons(host).containsKey(NODE_MANAGER))
        .toList();
  }

  private double peakOfNodeManagers() {
    return nodeManagers().stream()
        .mapToLong(host -> testbed.peakMemory(host, NODE_MANAGER))
        .max()
        .orElseThrow();
  }

  private String[] words(Step step, Arm arm, long rows, String base) {
    List<String> words = new ArrayList<>(List.of("jar", HadoopTestJobs.examples(), step.program()));
    words.add("-Dmapreduce.framework.name=" + arm.framework);
    words.add("-Dmapreduce.job.reduces=" + testbed.options().computeHosts());
    words.add("-Ddfs.replication=" + copies());
    words.addAll(arm.settings);
    words.addAll(settings.keys("common"));
    words.addAll(
        switch (step) {
          case TERAGEN -> List.of("" + rows, base + "/rows");
          case TERASORT -> List.of(base + "/rows", base + "/sorted");
          case TERAVALIDATE -> List.of(base + "/sorted", base + "/validated");
        });
    return words.toArray(String[]::new);
  }

  /** As many as the store keeps, where there are so many DataNodes. */
  private int copies() {
    return Math.min(testbed.options().store().replica(), testbed.options().computeHosts());
  }

  private String base(Arm arm) {
    return switch (arm) {
      case PLACED, LOCAL, SHARED -> "situ://vol/";
      case FILE -> "file://" + testbed.mount() + "/";
      case HDFS -> HadoopDaemons.NAME_NODE + "/";
    };
  }

  private double sent(Map<String, HostBytes> before) {
    return testbed.bytes().entrySet().stream()
        .mapToDouble(host -> host.getValue().since(before.get(host.getKey())).sent())
        .sum();
  }
}
