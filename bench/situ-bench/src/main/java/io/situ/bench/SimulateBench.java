// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.UsageException;
import io.situ.bench.simulation.Scenario;
import io.situ.bench.simulation.SimulatedCluster;
import io.situ.bench.simulation.SimulatedJob;
import io.situ.mapreduce.cost.Locality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Map phases on simulated clusters, by {@code situ.mapreduce.locality}, with the code of real jobs
 * for balance, groups and waits. Prints calculated seconds, so one round is enough.
 */
public final class SimulateBench {

  private SimulateBench() {}

  /**
   * @param args see {@link Benchmark#run}; {@code hosts} are numbers with commas between, {@code
   *     each} is the number of splits of 64 MiB for each host, {@code splits} is the number for the
   *     largest job
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none()
            .and("hosts", "10,100,1000")
            .and("each", 40)
            .and("splits", 1_000_000)
            .and("only", "even,skewed,slow,other,dies,groups,two");
    Benchmark.run("simulate", defaults, settings -> 2_000, SimulateBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    System.out.println();
    System.out.println(
        "| hosts | case | locality | map tasks | map phase | average host | expected | from other"
            + " hosts |");
    System.out.println("|---:|---|---|---:|---:|---:|---:|---:|");
    int most = 0;
    for (String number : settings.text("hosts").split(",")) {
      int hosts = hosts(number);
      most = Math.max(most, hosts);
      for (Scenario scenario : scenarios(hosts, hosts * settings.number("each"))) {
        if (settings.picks(scenario.name())) {
          compare(scenario, 1, scratch);
        }
      }
      if (settings.picks("two jobs")) {
        compare(Scenario.even(hosts, hosts * settings.number("each")), 2, scratch);
      }
    }
    large(Scenario.even(most, settings.number("splits")), scratch);
  }

  private static int hosts(String text) throws UsageException {
    if (!text.matches("[1-9][0-9]{0,4}") || text.equals("1")) {
      throw new UsageException("hosts needs numbers from 2 on, not '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  private static List<Scenario> scenarios(int hosts, int splits) {
    Scenario even = Scenario.even(hosts, splits);
    return List.of(
        even,
        even.skewed(0.3),
        even.withSlowHosts(),
        even.withOtherLoad(),
        even.withDeath(),
        even.withDeathOfHolder(),
        even.withGroups(1),
        even.withGroups(2));
  }

  private static void compare(Scenario scenario, int jobs, Path scratch) throws Exception {
    for (Locality locality : Locality.values()) {
      SimulatedJob job = job(scenario, locality, scratch);
      List<SimulatedCluster.Result> results =
          SimulatedCluster.run(
              scenario, new ArrayList<>(Collections.nCopies(jobs, job)), locality != Locality.OFF);
      double end = results.stream().mapToDouble(SimulatedCluster.Result::seconds).max().orElse(0);
      double average =
          results.stream().mapToDouble(SimulatedCluster.Result::averageSeconds).average().orElse(0);
      double remote =
          results.stream().mapToDouble(SimulatedCluster.Result::remoteShare).average().orElse(0);
      OptionalDouble expected = job.summary().expectation().orElseThrow().mapSeconds();
      System.out.printf(
          Locale.ROOT,
          "| %d | %s | %s | %d | %.1f s | %.1f s | %s | %.1f %% |%n",
          scenario.hosts(),
          jobs == 1 ? scenario.name() : "two jobs",
          locality,
          job.tasks().size(),
          end,
          average,
          expected.isPresent() ? String.format(Locale.ROOT, "%.1f s", expected.getAsDouble()) : "",
          remote * 100);
    }
  }

  private static SimulatedJob job(Scenario scenario, Locality locality, Path scratch)
      throws IOException, InterruptedException {
    return SimulatedJob.of(scenario, locality, Files.createTempDirectory(scratch, "job"));
  }

  private static void large(Scenario scenario, Path scratch) throws Exception {
    SimulatedJob job = job(scenario, Locality.AUTO, scratch);
    System.out.printf(
        Locale.ROOT,
        "%n- %d splits on %d hosts: regrouped into %d map tasks in %.1f s (%.1f s of processors),"
            + " reading and writing the job's files included, in a heap of at most %d MB%n",
        scenario.splits(),
        scenario.hosts(),
        job.tasks().size(),
        job.seconds(),
        job.processorSeconds(),
        Runtime.getRuntime().maxMemory() >> 20);
  }
}
