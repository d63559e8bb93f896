// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import static java.util.stream.Collectors.joining;

import io.situ.bench.cluster.BenchTestbed;
import io.situ.bench.cluster.ClusterJob;
import io.situ.bench.cluster.ClusterRun;
import io.situ.bench.cluster.ClusterRuns;
import io.situ.bench.cluster.ClusterRuns.Variant;
import io.situ.bench.cluster.HadoopTestJobs;
import io.situ.bench.cluster.S3Gateway;
import io.situ.bench.cluster.WordCounts;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.BenchmarkRecord;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.UsageException;
import io.situ.bench.harness.Variants;
import io.situ.testbed.Testbed;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Stock jobs on real hosts, a GlusterFS volume and YARN: in place, and as Hadoop does it with the
 * volume's mount as {@code file://}. What crossed the network is counted beside the time.
 */
public final class InplaceBench {

  private static final double MAX_NETWORK = 0.02;
  private static final double MAX_UNEVEN = 1.15;
  private static final double MIN_LOCAL = 0.95;
  private static final int LATER_WRITES = 400;

  private static final SortedMap<String, Variant> ARMS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("placed", Variant.IN_PLACE),
              Map.entry("strict", Variant.LEAST_NETWORK),
              Map.entry("nolocality", Variant.NO_LOCALITY),
              Map.entry("nogroups", Variant.NO_GROUPS),
              Map.entry("noclasses", Variant.NO_CLASSES),
              Map.entry("nomapside", Variant.NO_MAP_SIDE),
              Map.entry("unplaced", Variant.UNPLACED),
              Map.entry("file", Variant.STOCK),
              Map.entry("fileblocks", Variant.STOCK_BLOCKS),
              Map.entry("put", Variant.COPIED),
              Map.entry("attached", Variant.ATTACHED),
              Map.entry("direct", Variant.ATTACHED_DIRECT),
              Map.entry("s3a", Variant.OBJECTS),
              Map.entry("bucket", Variant.BUCKET),
              Map.entry("rados", Variant.BUCKET_OSDS)));

  private final BenchmarkOptions settings;
  private final Testbed testbed;
  private final List<Variant> arms;
  private final Optional<S3Gateway> gateway;
  private final ClusterRuns runs;

  private InplaceBench(BenchmarkOptions settings, Testbed testbed, List<Variant> arms)
      throws IOException {
    this.settings = settings;
    this.testbed = testbed;
    this.arms = arms;
    this.gateway = readBucket(arms) ? Optional.of(S3Gateway.withBucket(testbed)) : Optional.empty();
    this.runs = new ClusterRuns(testbed, gateway);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store} (gluster or ceph), {@code hosts}, {@code
   *     replica} and {@code link} as for the testbed, {@code object} of a CephFS in MB, {@code mb}
   *     of input in files of {@code each}, {@code files} small ones of {@code kb}; {@code caches}
   *     is kept or dropped: whether the machine keeps pages of files from one run to the next;
   *     {@code limit} is after how many seconds the stock job on small files is stopped, {@code
   *     only} is of titles of jobs ({@link BenchmarkOptions#picks}), and {@code arms} what is
   *     compared on large files: placed, which must be there, strict (the least network), the same
   *     without one of its parts (nolocality, nogroups, noclasses, nomapside), unplaced (all of
   *     these parts on the mount), file, fileblocks (blocks of 128 MB), put, attached, direct
   *     (attached without checksums, and read past the DataNodes), and of a CephFS s3a, bucket and
   *     rados, which read the same bytes from RGW; {@code keys} are more settings of the one in
   *     place, such as {@code fs.situ.store.vol.read=mount}, with commas between, {@code common}
   *     those of all ways, and {@code pattern} is what grep looks for
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchTestbed.settings()
            .and("caches", BenchTestbed.KEPT)
            .and("mb", 2048)
            .and("each", 64)
            .and("files", 10_000)
            .and("kb", 10)
            .and("limit", 280)
            .and("object", 4)
            .and("rounds", 1)
            .and("arms", "placed,file")
            .and("keys", "")
            .and("common", "")
            .and("pattern", "ab[a-f]+")
            .and("only", "");
    Benchmark.run("inplace", defaults, InplaceBench::room, InplaceBench::run, args);
  }

  private static boolean readBucket(List<Variant> arms) {
    return arms.stream().anyMatch(Variant::ofBucket);
  }

  /** Copies on the bricks, and map output on the hosts' disks. */
  private static long room(BenchmarkOptions settings) {
    return settings.number("mb") * (settings.number("replica") + 3L) + 2_000;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    List<Variant> arms = settings.several("arms", ARMS);
    if (!arms.contains(Variant.IN_PLACE)) {
      throw new UsageException("arms must contain placed, which the others are compared with");
    }
    if (readBucket(arms) && settings.picks(dfsio(settings))) {
      throw new UsageException(
          "TestDFSIO writes beside what it reads, which a bucket does not take: leave out s3a,"
              + " bucket and rados, or pick other jobs with only=wordcount,grep,Tera,Big");
    }
    BenchTestbed.caches(settings);
    TestbedOptions options = BenchTestbed.forJobs(settings);
    if (readBucket(arms)) {
      options = options.withStore(options.store().withRgw());
    }
    new InplaceBench(settings, BenchTestbed.up(options), arms).run(HadoopTestJobs.jar(scratch));
  }

  private static String size(BenchmarkOptions settings) {
    return settings.number("mb") + " MB";
  }

  private static String dfsio(BenchmarkOptions settings) {
    return "TestDFSIO, " + size(settings);
  }

  private void run(Path testJobs) throws Exception {
    String size = size(settings);
    long bytes = bytes() / files();
    int reduces = testbed.options().computeHosts();
    List<ClusterJob> jobs =
        List.of(
            ClusterJob.wordcount("wordcount, " + size),
            ClusterJob.grep("grep, " + size, settings.text("pattern")),
            ClusterJob.teraSort("TeraSort, " + size, reduces),
            ClusterJob.bigMapOutput("BigMapOutput, " + size, testJobs, reduces),
            ClusterJob.dfsio(dfsio(settings), testJobs, files(), bytes + "B"));
    warmUp(jobs.get(0));
    for (ClusterJob job : jobs) {
      if (settings.picks(job.title())) {
        large(job.with(settings.keys("common")));
      }
    }
    String small = settings.number("files") + " small files";
    if (settings.picks(small)) {
      compareSmall(ClusterJob.wordcount(small));
    }
  }

  /** The first jobs of a testbed load classes and make directories, as those of a user do. */
  private void warmUp(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("warm"));
    job.input().write(in, 3, 1 << 20);
    runs.run(job, Variant.IN_PLACE, "warm", "out-warm-1");
    runs.run(job, Variant.STOCK, "warm", "out-warm-2");
    if (arms.contains(Variant.ATTACHED) || arms.contains(Variant.ATTACHED_DIRECT)) {
      runs.run(job, Variant.ATTACHED, "warm", "out-warm-3");
    }
    BenchTestbed.makeClassArchive(testbed);
  }

  private void large(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    if (settings.text("store").equals("ceph")) {
      long object = (long) settings.number("object") << 20;
      testbed
          .run(
              "node1",
              "setfattr",
              "-n",
              "ceph.dir.layout",
              "-v",
              BenchTestbed.layout(object),
              in + "")
          .orThrow();
    }
    job.input().write(in, files(), bytes() / files());
    settle(in);
    if (gateway.isPresent()) {
      gateway.get().copy(testbed.mount(), "in");
    }
    Map<Variant, List<ClusterRun>> done = new EnumMap<>(Variant.class);
    for (int round = 1; round <= settings.number("rounds"); round++) {
      for (Variant arm : Variants.turned(arms, round)) {
        ClusterJob one = arm == Variant.IN_PLACE ? job.with(settings.keys("keys")) : job;
        BenchTestbed.caches(settings);
        ClusterRun run = runs.run(one, arm, "in", "out-" + arm);
        done.computeIfAbsent(arm, any -> new ArrayList<>()).add(run);
        System.err.printf("%s, round %d, %s: %.1f s%n", job.title(), round, arm, run.seconds());
      }
      requireSameAnswers(job, done);
      print(job.title() + (round > 1 ? ", round " + round : ""), done);
      for (Variant arm : arms) {
        delete("out-" + arm);
      }
    }
    ratios(job.title(), done);
    delete("in");
  }

  private long bytes() {
    return (long) settings.number("mb") << 20;
  }

  private int files() {
    return Math.max(1, settings.number("mb") / settings.number("each"));
  }

  /**
   * Else the mount would still be writing while the first job runs. And an OSD of Ceph gives
   * nothing from a second copy that it does not know to be on all OSDs, which the next write to the
   * placement group says: in a store that is in use there is one, and here there are some.
   */
  private void settle(Path in) throws IOException {
    try (Stream<Path> files = Files.walk(in)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        flush(file);
      }
    }
    if (settings.text("store").equals("ceph")) {
      Path later = Files.createDirectory(testbed.mount().resolve("later"));
      for (int i = 0; i < LATER_WRITES; i++) {
        flush(Files.write(later.resolve("" + i), new byte[1]));
      }
      InputTrees.delete(later);
    }
  }

  private static void flush(Path file) throws IOException {
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
      open.force(true);
    }
  }

  /** The last run of each arm, beside each other. */
  private void print(String title, Map<Variant, List<ClusterRun>> done) {
    System.out.printf("%n## %s%n%n", title);
    System.out.println("| | " + arms.stream().map(Variant::title).collect(joining(" | ")) + " |");
    System.out.println("|---" + "|---:".repeat(arms.size()) + "|");
    for (String row : ClusterRun.ROWS) {
      System.out.printf(
          "| %s | %s |%n",
          row, arms.stream().map(arm -> last(done, arm).cell(row)).collect(joining(" | ")));
    }
    System.out.println();
    claims(last(done, Variant.IN_PLACE));
  }

  private static ClusterRun last(Map<Variant, List<ClusterRun>> done, Variant arm) {
    List<ClusterRun> all = done.get(arm);
    return all.get(all.size() - 1);
  }

  private void ratios(String title, Map<Variant, List<ClusterRun>> done) {
    Results figures = figures(done, ClusterRun::seconds);
    figures.print(title + ", all rounds", System.out);
    figures(done, run -> run.seconds() - run.before()).print(title + ", the job", System.out);
    figures(done, ClusterRun::before).print(title + ", before the job", System.out);
    facts(title, done);
    for (Variant arm : arms) {
      if (arm != Variant.IN_PLACE) {
        figures.compare(Variant.IN_PLACE.title(), arm.title(), System.out);
      }
    }
  }

  private Results figures(
      Map<Variant, List<ClusterRun>> done, ToDoubleFunction<ClusterRun> figure) {
    Map<String, double[]> seconds = new LinkedHashMap<>();
    for (Variant arm : arms) {
      seconds.put(arm.title(), done.get(arm).stream().mapToDouble(figure).toArray());
    }
    return new Results(seconds, "s");
  }

  private void facts(String title, Map<Variant, List<ClusterRun>> done) {
    Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    for (Variant arm : arms) {
      facts.put(arm.title(), last(done, arm).cells());
    }
    BenchmarkRecord.facts(title + ", last round", facts);
  }

  private static void claims(ClusterRun inPlace) {
    claim(
        "maps where their bytes are",
        inPlace.localShare() * 100,
        "100 %",
        inPlace.localShare() >= 1);
    claim(
        "bytes read from a local copy",
        inPlace.localBytesShare() * 100,
        "at least 95 %",
        inPlace.localBytesShare() >= MIN_LOCAL);
    claim(
        "network in the map phase over input",
        inPlace.mapNetworkShare() * 100,
        "at most 2 %",
        inPlace.mapNetworkShare() <= MAX_NETWORK);
    claim(
        "the busiest host over its even share",
        (inPlace.balance() - 1) * 100,
        "at most 15 %",
        inPlace.balance() <= MAX_UNEVEN);
  }

  private static void claim(String what, double percent, String wanted, boolean reached) {
    System.out.printf(
        "- %s: %.2f %%; wanted %s: **%s**%n",
        what, percent, wanted, reached ? "reached" : "missed");
  }

  /** The time of an arm with another answer is no time of this job. */
  private void requireSameAnswers(ClusterJob job, Map<Variant, List<ClusterRun>> done)
      throws IOException {
    for (Variant arm : arms) {
      boolean same =
          job.comparable()
              ? Files.mismatch(part(Variant.IN_PLACE), part(arm)) < 0
              : last(done, Variant.IN_PLACE).records().equals(last(done, arm).records());
      if (!same) {
        throw new IOException(job.title() + ": another answer than in place: " + arm.title());
      }
    }
  }

  private Path part(Variant arm) {
    return testbed.mount().resolve("out-" + arm).resolve("part-r-00000");
  }

  private void compareSmall(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    job.input().write(in, settings.number("files"), settings.number("kb") * 1024L);
    ClusterRun inPlace = runs.run(job, Variant.IN_PLACE, "in", "out-1");
    if (!WordCounts.of(in)
        .equals(WordCounts.readOutput(testbed.mount().resolve("out-1/part-r-00000")))) {
      throw new IOException(job.title() + ": another answer than what this process counted");
    }
    ClusterRuns.Limited stock = runs.runAtMost(job, settings.number("limit"), "in", "out-2");
    System.out.printf("%n## %s, wordcount%n%n", job.title());
    inPlace
        .cells()
        .forEach(
            (row, cell) ->
                System.out.printf("- %s, %s: %s%n", Variant.IN_PLACE.title(), row, cell));
    Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    facts.put(Variant.IN_PLACE.title(), inPlace.cells());
    facts.put(
        Variant.STOCK.title(),
        Map.of(
            ClusterRun.TIME,
            ClusterRun.text("%.1f s", stock.seconds()),
            "of its maps done by then",
            ClusterRun.text("%.1f %%", stock.progress() * 100)));
    BenchmarkRecord.facts(job.title() + ", wordcount", facts);
    System.out.printf(
        "- %s, the answer: the same as what this process counted in the same files%n",
        Variant.IN_PLACE.title());
    System.out.printf(
        "- %s: after %.0f s %.2f %% of its maps were done%n",
        Variant.STOCK.title(), stock.seconds(), stock.progress() * 100);
    System.out.printf(
        "- so in place is more than %.1f times as fast, and %.0f times if stock goes on like that;"
            + " wanted 20%n",
        stock.seconds() / inPlace.seconds(),
        stock.seconds() / Math.max(stock.progress(), 1e-6) / inPlace.seconds());
    delete("in", "out-1", "out-2");
  }

  private void delete(String... names) throws IOException {
    for (String name : names) {
      InputTrees.delete(testbed.mount().resolve(name));
    }
  }
}
