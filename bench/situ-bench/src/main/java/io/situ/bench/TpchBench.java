// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.BuiltSource;
import io.situ.bench.cluster.S3Gateway;
import io.situ.bench.cluster.SparkRun;
import io.situ.bench.cluster.SparkRuns;
import io.situ.bench.cluster.SparkSubmit;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.BenchmarkRecord;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.UsageException;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.Commands;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The queries of TPC-H by Spark SQL on several hosts: in place with scans packed by host and
 * without, on the mount as {@code file://}, on HDFS after a copy, and of a Ceph by S3A, on objects
 * of RGW with the same bytes. Spark, and DuckDB, which makes the tables, come from their Python
 * packages.
 */
public final class TpchBench {

  private static final double MB = 1 << 20;
  private static final String TABLES = "tpch";

  /** Memory for an executor on each host, and on one of them for the application master too. */
  private static final int SLOTS = 6;

  private enum Variant {
    PACKED("in place", "situ://vol/", "spark.situ.scan.locality=auto"),
    /** A remote read costs what it does where all tasks of a host share its link. */
    PRICED("in place, the link's speed set", "situ://vol/", "spark.situ.scan.locality=auto"),
    /** Nothing is planned on hosts that do not hold it. */
    STRICT("in place, least network", "situ://vol/", "spark.situ.scan.cost.remote=1"),
    UNPACKED("in place, scans not packed", "situ://vol/", "spark.situ.scan.locality=off"),
    MOUNT("mount, file://", ""),
    COPIED("hdfs://, after a copy", HadoopDaemons.NAME_NODE + "/"),
    S3A("s3a://, objects of RGW", S3Gateway.BUCKET);

    private final String title;
    private final String root;
    private final List<String> settings;

    /**
     * @param settings of Situ in Spark's configuration; none for an arm without Situ
     */
    Variant(String title, String root, String... settings) {
      this.title = title;
      this.root = root;
      this.settings = List.of(settings);
    }
  }

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final Path scratch;
  private final SparkSubmit spark;
  private final Optional<S3Gateway> gateway;

  private TpchBench(
      BenchmarkOptions settings, Testbed testbed, Path scratch, Optional<S3Gateway> gateway) {
    this.settings = settings;
    this.testbed = testbed;
    this.scratch = scratch;
    this.spark = new SparkSubmit(testbed, scratch);
    this.gateway = gateway;
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store}, {@code hosts}, {@code replica}, {@code
   *     slots} and {@code link} as for the testbed; {@code sf} is TPC-H's scale factor in
   *     hundredths; {@code files} those of each large table; {@code layout} the largest object of
   *     tables that are written through Situ, or none, which leaves it to the directory; {@code
   *     warmup} whether each arm is run once before, which does not count and at scale factor 10
   *     changed nothing; {@code arms} what is compared: packed, priced, strict, unpacked, mount,
   *     copied, and of a Ceph s3a
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings()
            .and("slots", SLOTS)
            .and("sf", 100)
            .and("files", 6)
            .and("layout", "128m")
            .and("warmup", "yes")
            .and("rounds", 3)
            .and("arms", "packed,unpacked,mount,copied");
    Benchmark.run("tpch", defaults, TpchBench::room, TpchBench::run, args);
  }

  /** As Parquet some 350 MB for a scale factor of 1: the tables, copies, and those of HDFS. */
  private static long room(BenchmarkOptions settings) {
    return settings.number("sf") * 4L * (settings.number("replica") + 4) + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    List<Variant> arms = settings.several("arms", Variant.class);
    boolean warmUp = settings.several("warmup", Map.of("yes", true, "no", false)).get(0);
    Path python = SparkSubmit.python();
    boolean objects = arms.contains(Variant.S3A);
    if (objects && !settings.text("store").equals("ceph")) {
      throw new UsageException("the arm s3a reads from RGW: it goes with store=ceph");
    }
    TestbedOptions options = BenchTestbed.forJobs(settings);
    if (arms.contains(Variant.PRICED) && options.linkRate().isEmpty()) {
      throw new UsageException("the arm priced needs the speed of the hosts' links: link=1gbit");
    }
    Testbed testbed =
        BenchTestbed.up(objects ? options.withStore(options.store().withRgw()) : options);
    Optional<S3Gateway> gateway =
        objects ? Optional.of(S3Gateway.withBucket(testbed)) : Optional.empty();
    new TpchBench(settings, testbed, scratch, gateway).compare(arms, python, warmUp);
  }

  private void compare(List<Variant> arms, Path python, boolean warmUp) throws Exception {
    write(python);
    if (arms.contains(Variant.COPIED)) {
      copy();
    }
    if (gateway.isPresent()) {
      gateway.get().copy(testbed.mount(), TABLES);
    }
    SparkRuns<Variant> done = new SparkRuns<>("TPC-H", arms, arm -> arm.title);
    if (warmUp) {
      done.warmUp(this::run);
    }
    done.run(settings.number("rounds"), this::run);
    done.requireSameAnswers();
    print(arms, done);
  }

  /** With Situ, on the store. */
  private void write(Path python) throws Exception {
    Path made = Files.createDirectory(scratch.resolve("made"));
    String scale = String.format(Locale.ROOT, "%.2f", settings.number("sf") / 100.0);
    Commands.run(python.toString(), spark.script("tables.py"), scale, made.toString());
    List<String> options = new ArrayList<>(SparkSubmit.situ());
    if (!settings.text("layout").equals("none")) {
      options.add("--conf");
      options.add("spark.hadoop.fs.situ.store.vol.object.size.max=" + settings.text("layout"));
    }
    String target = Variant.PACKED.root + TABLES;
    spark.submit(options, "write.py", "file://" + made, target, settings.text("files"));
  }

  private void copy() {
    long start = System.nanoTime();
    String source = testbed.mount().resolve(TABLES).toString();
    testbed.hadoop("hadoop", "fs", "-put", "-t", "4", source, Variant.COPIED.root).orThrow();
    double seconds = (System.nanoTime() - start) / 1e9;
    new Results(Map.of("hadoop fs -put", new double[] {seconds}), "s")
        .print("The copy into HDFS", System.out);
  }

  private SparkRun run(Variant arm) throws Exception {
    List<String> options = new ArrayList<>();
    if (!arm.settings.isEmpty()) {
      options.addAll(SparkSubmit.situ());
      arm.settings.forEach(setting -> options.addAll(List.of("--conf", setting)));
    }
    if (arm == Variant.PRICED) {
      options.addAll(List.of("--conf", "spark.situ.scan.cost.remote=" + remoteRate()));
    }
    if (arm == Variant.S3A) {
      options.addAll(gateway.orElseThrow().sparkOptions(s3a()));
    }
    String root = arm == Variant.MOUNT ? "file://" + testbed.mount() + "/" : arm.root;
    return spark.measure(options, "queries.py", root + TABLES, queries());
  }

  /** Bytes per second that each of a host's tasks gets of its link. */
  private long remoteRate() {
    return testbed.options().linkRate().orElseThrow() / SparkSubmit.TASKS;
  }

  /** That of Spark's own Hadoop, which has no S3A. */
  private Path s3a() throws IOException {
    try (Stream<Path> jars = Files.list(BuiltSource.path("target/pyspark/s3a"))) {
      return jars.filter(jar -> jar.toString().endsWith(".jar"))
          .findFirst()
          .orElseThrow(() -> new IOException("no hadoop-aws beside Spark's Python"));
    }
  }

  private static String queries() {
    return BuiltSource.path("spark/common/src/test/resources/io/situ/spark/scan/tpch.sql")
        .toString();
  }

  private void print(List<Variant> arms, SparkRuns<Variant> done) {
    for (Variant arm : arms) {
      System.out.println("- answers of " + arm.title + ": the same in all rounds");
    }
    String title = String.format(Locale.ROOT, "TPC-H, SF %.2f", settings.number("sf") / 100.0);
    Results all = done.figures(SparkRun::all, "s");
    all.print(title + ", all queries", System.out);
    for (Variant arm : arms.subList(1, arms.size())) {
      all.compare(arms.get(0).title, arm.title, System.out);
    }
    done.figures(SparkRun::processor, "processor seconds")
        .print(title + ", processor time of all hosts", System.out);
    done.figures(run -> run.network() / MB, "MB")
        .print(title + ", received by all hosts", System.out);
    Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    for (Variant arm : arms) {
      facts.put(arm.title, facts(done.last(arm), testbed.options().computeHosts()));
      System.out.println("\n" + arm.title + ", last round: " + facts.get(arm.title));
    }
    BenchmarkRecord.facts(title + ", last round", facts);
  }

  private static Map<String, String> facts(SparkRun run, int hosts) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("input", megabytes(run.report().path("inputBytes")));
    facts.put("input of the busiest host, over the mean", balance(run.report(), hosts));
    facts.put("read on the same host", megabytes(run.report().path("bytesLocal")));
    facts.put("read on the same rack", megabytes(run.report().path("bytesRack")));
    facts.put("read from another host", megabytes(run.report().path("bytesRemote")));
    facts.put("read from an unknown host", megabytes(run.report().path("bytesUnknown")));
    facts.put("received by all hosts", String.format(Locale.ROOT, "%.1f MB", run.network() / MB));
    facts.put(
        "shuffles read from another host",
        megabytes(run.report().path("shuffle").path("bytesReadRemote")));
    JsonNode scans = run.report().path("scans");
    facts.put("planned by scans", megabytes(scans.path("bytesPlanned")));
    facts.put("planned on the same host", megabytes(scans.path("bytesPlannedLocal")));
    facts.put("possible on the same host", megabytes(scans.path("bytesPossible")));
    for (int i = 0; i < run.seconds().size(); i++) {
      facts.put("query " + (i + 1), String.format(Locale.ROOT, "%.2f s", run.seconds().get(i)));
    }
    return facts;
  }

  /** Of hosts that ran no task there is nothing in the report. */
  private static String balance(JsonNode report, int hosts) {
    long most = 0;
    String busiest = "";
    for (JsonNode host : report.path("hosts")) {
      long bytes = host.path("bytesRead").asLong();
      if (bytes > most) {
        most = bytes;
        busiest = host.path("host").asText();
      }
    }
    double mean = report.path("inputBytes").asDouble() / hosts;
    return most == 0 ? "" : String.format(Locale.ROOT, "%.3f (%s)", most / mean, busiest);
  }

  /** Nothing where it was not counted. */
  private static String megabytes(JsonNode bytes) {
    return !bytes.isNumber() ? "" : String.format(Locale.ROOT, "%.1f MB", bytes.asLong() / MB);
  }
}
