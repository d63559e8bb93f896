// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.ClusterJob;
import io.situ.bench.cluster.ClusterRun;
import io.situ.bench.cluster.ClusterRuns;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import io.situ.mapreduce.mapside.CombiningMapOutput;
import io.situ.mapreduce.mapside.PrefixSorter;
import io.situ.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processor time of stock jobs' maps, in processes of their own on several hosts, with Hadoop's
 * own classes on the map side and with Situ's. Maps are not packed together in any arm.
 */
public final class MapsideBench {

  private static final String STOCK = "Hadoop's";
  private static final double WANTED = 1 / 0.7;

  private static final String SORTER = "-Dmap.sort.class=" + PrefixSorter.class.getName();
  private static final String COMBINER =
      "-Dmapreduce.job.map.output.collector.class=" + CombiningMapOutput.class.getName();
  private static final String SHORT =
      "-Dmapreduce.map.java.opts=-Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final ClusterRuns runs;

  private MapsideBench(BenchmarkOptions settings, Testbed testbed) {
    this.settings = settings;
    this.testbed = testbed;
    this.runs = new ClusterRuns(testbed);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store}, {@code hosts}, {@code replica} and {@code
   *     link} as for {@link BenchTestbed#forJobs}; {@code files} of {@code mb} each; {@code only}
   *     is of titles of jobs ({@link BenchmarkOptions#picks})
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings().and("files", 4).and("mb", 128).and("rounds", 5).and("only", "");
    Benchmark.run("mapside", defaults, MapsideBench::room, MapsideBench::run, args);
  }

  /** Copies of input, map output and output, and Hadoop's own of map output. */
  private static long room(BenchmarkOptions settings) {
    return (long) settings.number("files")
            * settings.number("mb")
            * (settings.number("replica") * 2L + 4)
        + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    new MapsideBench(settings, BenchTestbed.up(BenchTestbed.forJobs(settings))).run();
  }

  private void run() throws Exception {
    String size = settings.number("files") + " maps of " + settings.number("mb") + " MB";
    compare(
        ClusterJob.teraSort("TeraSort, " + size, settings.number("hosts")),
        arms(List.of(SORTER), "sorter"));
    compare(
        ClusterJob.wordcount("wordcount, " + size),
        arms(List.of(SORTER, COMBINER), "sorter, combiner"));
  }

  private static Map<String, List<String>> arms(List<String> classes, String name) {
    Map<String, List<String>> arms = new LinkedHashMap<>();
    arms.put(STOCK, List.of());
    arms.put(name, classes);
    List<String> more = new ArrayList<>(classes);
    more.add(SHORT);
    arms.put(name + ", JVM for short tasks", more);
    return arms;
  }

  private void compare(ClusterJob job, Map<String, List<String>> ways) throws Exception {
    if (!settings.picks(job.title())) {
      return;
    }
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    job.input().write(in, settings.number("files"), (long) settings.number("mb") << 20);
    List<byte[]> answers = new ArrayList<>();
    Variants arms = new Variants(job.title() + ", the maps", "processor seconds");
    ways.forEach((name, more) -> arms.arm(name, () -> run(job.with(more), answers)));
    Results figures = arms.run(1, settings.number("rounds"), System.out);
    for (String way : ways.keySet()) {
      if (!way.equals(STOCK)) {
        figures.claim(way, STOCK, WANTED, System.out);
      }
    }
    InputTrees.delete(in);
  }

  private double run(ClusterJob job, List<byte[]> answers) throws Exception {
    ClusterJob alone = job.with(List.of("-Dsitu.mapreduce.regroup=off"));
    ClusterRun run = runs.run(alone, ClusterRuns.Variant.IN_PLACE, "in", "out");
    Path out = testbed.mount().resolve("out");
    byte[] answer = Files.readAllBytes(out.resolve("part-r-00000"));
    if (answers.isEmpty()) {
      answers.add(answer);
    } else if (!Arrays.equals(answers.get(0), answer)) {
      throw new IOException("another answer");
    }
    InputTrees.delete(out);
    return runs.mapProcessorSeconds(run);
  }
}
