// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.SequentialProcess;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.UsageException;
import io.situ.bench.harness.Variants;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Writing, rewriting, reading and reading again of large files, each by a client on a host of its
 * own: by fio on the store's mount, through Situ, and in HDFS. A rate is that of all clients, by
 * the time of the slowest.
 */
public final class SequentialBench {

  private static final long MB = 1 << 20;
  private static final Path FIO = Path.of("/usr/bin/fio");
  private static final String DIRECTORY = "sequential";
  private static final ObjectMapper JSON = new ObjectMapper();

  private enum Arm {
    FIO("fio on the mount"),
    SITU("situ://"),
    HDFS("hdfs://");

    private final String title;

    Arm(String title) {
      this.title = title;
    }
  }

  /** Each has a table of its own. */
  private enum Step {
    WRITE,
    REWRITE,
    READ,
    REREAD;

    boolean isWrite() {
      return this == WRITE || this == REWRITE;
    }

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The clients of one arm, each with its file. */
  private interface Clients extends AutoCloseable {
    /** Has all do the step at the same time, and returns the seconds of the slowest. */
    double run(Step step) throws Exception;

    @Override
    void close() throws IOException;
  }

  private final BenchmarkOptions settings;
  private final Path scratch;
  private final Testbed testbed;
  private final long bytes;
  private final int record;
  private final Map<Step, Map<String, double[]>> rates = new EnumMap<>(Step.class);

  private SequentialBench(BenchmarkOptions settings, Path scratch, Testbed testbed) {
    this.settings = settings;
    this.scratch = scratch;
    this.testbed = testbed;
    this.record = (int) (settings.number("record") * MB);
    this.bytes = Math.max(1, settings.number("mb") * MB / record) * record;
  }

  /**
   * @param args see {@link Benchmark#run}; {@link BenchTestbed#settings}, {@code mb} in the file of
   *     each client, written and read {@code record} MB at a time, {@code clients} some numbers of
   *     them, {@code caches} kept or dropped, that is whether the kernel has something of a file in
   *     memory when it is written or read for the first time, and {@code arms}, some of fio, situ
   *     and hdfs
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings()
            .and("mb", 2048)
            .and("record", 16)
            .and("clients", "1,2,3")
            .and("caches", "dropped")
            .and("rounds", 3)
            .and("arms", BenchmarkOptions.names(Arm.class));
    Benchmark.run("sequential", defaults, SequentialBench::room, SequentialBench::run, args);
  }

  /** A file of each host with its copies, and those that are being replaced. */
  private static long room(BenchmarkOptions settings) {
    return 2L * settings.number("mb") * settings.number("hosts") * settings.number("replica")
        + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    List<Arm> arms = settings.several("arms", Arm.class);
    if (arms.contains(Arm.FIO) && !Files.isExecutable(FIO)) {
      throw new UsageException(
          "there is no program " + FIO + "; install fio, or leave it out with arms=situ,hdfs");
    }
    Map<String, Integer> known = new LinkedHashMap<>();
    for (int i = 1; i <= settings.number("hosts") - settings.numberOr("storage", 0); i++) {
      known.put("" + i, i);
    }
    List<Integer> counts = settings.several("clients", known);
    BenchTestbed.caches(settings);
    Testbed testbed = BenchTestbed.up(BenchTestbed.forJobs(settings));
    new SequentialBench(settings, scratch, testbed).run(arms, counts);
  }

  private void run(List<Arm> arms, List<Integer> counts) throws Exception {
    for (Arm arm : arms) {
      // The first to write and to read loads classes and makes pools and connections.
      steps(arm, 1, 0);
    }
    int rounds = settings.number("rounds");
    for (int round = 1; round <= rounds; round++) {
      for (int count : counts) {
        for (Arm arm : Variants.turned(arms, round)) {
          steps(arm, count, round);
        }
      }
    }
    String size = ", " + bytes / MB + " MB a client";
    for (Step step : Step.values()) {
      Map<String, double[]> byArm = new LinkedHashMap<>();
      for (int count : counts) {
        for (Arm arm : arms) {
          byArm.put(name(arm, count), rates.get(step).get(name(arm, count)));
        }
      }
      new Results(byArm, "MB/s").print(step.title() + size, System.out);
    }
  }

  private static String name(Arm arm, int clients) {
    return arm.title + ", " + clients + (clients == 1 ? " client" : " clients");
  }

  /**
   * @param round from 1, or 0 for one that does not count
   */
  private void steps(Arm arm, int count, int round) throws Exception {
    List<String> hosts = testbed.hosts().subList(0, count);
    try (Clients clients = arm == Arm.FIO ? fio(hosts) : processes(arm, hosts)) {
      for (Step step : Step.values()) {
        if (step != Step.REREAD) {
          BenchTestbed.caches(settings);
        }
        double rate = count * (bytes / 1e6) / clients.run(step);
        System.err.printf(
            Locale.ROOT, "round %d, %s, %s: %.1f MB/s%n", round, name(arm, count), step, rate);
        if (round > 0) {
          rates.computeIfAbsent(step, any -> new LinkedHashMap<>())
                  .computeIfAbsent(name(arm, count), any -> new double[settings.number("rounds")])[
                  round - 1] =
              rate;
        }
      }
    } finally {
      delete(arm);
    }
  }

  private void delete(Arm arm) throws IOException {
    if (arm == Arm.HDFS) {
      testbed.hadoop("hadoop", "fs", "-rm", "-r", "-f", "-skipTrash", base(arm)).orThrow();
    } else {
      InputTrees.delete(testbed.mount().resolve(DIRECTORY));
    }
  }

  private static String base(Arm arm) {
    return (arm == Arm.HDFS ? HadoopDaemons.NAME_NODE : "situ://vol") + "/" + DIRECTORY;
  }

  /** As many as the store keeps, where there are so many DataNodes. */
  private int copies() {
    return Math.min(testbed.options().store().replica(), testbed.options().computeHosts());
  }

  private Clients processes(Arm arm, List<String> hosts) throws IOException {
    List<SequentialProcess> all = new ArrayList<>();
    for (String host : hosts) {
      String file = base(arm) + "/" + host;
      all.add(SequentialProcess.start(testbed, host, scratch, file, bytes, record, copies()));
    }
    return new Clients() {
      @Override
      public double run(Step step) throws IOException {
        for (SequentialProcess one : all) {
          if (step.isWrite()) {
            one.write();
          } else {
            one.read();
          }
        }
        double slowest = 0;
        for (SequentialProcess one : all) {
          slowest = Math.max(slowest, one.seconds());
        }
        return slowest;
      }

      @Override
      public void close() throws IOException {
        for (SequentialProcess one : all) {
          one.close();
        }
      }
    };
  }

  private Clients fio(List<String> hosts) throws IOException {
    Files.createDirectories(testbed.mount().resolve(DIRECTORY));
    return new Clients() {
      @Override
      public double run(Step step) {
        List<CompletableFuture<Double>> all =
            hosts.stream()
                .map(host -> CompletableFuture.supplyAsync(() -> fioSeconds(host, step)))
                .toList();
        return all.stream().mapToDouble(CompletableFuture::join).max().orElseThrow();
      }

      @Override
      public void close() {}
    };
  }

  /** By fio's own clock, from the first byte to the sync after the last. */
  private double fioSeconds(String host, Step step) {
    String way = step.isWrite() ? "write" : "read";
    String said =
        testbed
            .run(
                host,
                FIO.toString(),
                "--name=" + step.title(),
                "--filename=" + testbed.mount().resolve(DIRECTORY).resolve(host),
                "--rw=" + way,
                "--size=" + bytes,
                "--bs=" + record,
                "--ioengine=psync",
                "--fallocate=none",
                "--invalidate=0",
                "--end_fsync=1",
                "--output-format=json")
            .orThrow();
    try {
      JsonNode job = JSON.readTree(said.substring(said.indexOf('{'))).path("jobs").path(0);
      if (job.path(way).path("io_bytes").asLong() != bytes) {
        throw new IllegalStateException("fio on " + host + " did not " + way + " all: " + said);
      }
      return job.path(way).path("runtime").asLong() / 1e3;
    } catch (IOException e) {
      throw new IllegalStateException("fio on " + host + " answered no JSON: " + said, e);
    }
  }
}
