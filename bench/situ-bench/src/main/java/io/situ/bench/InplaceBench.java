package io.situ.bench;

import io.situ.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Stock jobs on real hosts, a GlusterFS volume and YARN: in place, and as Hadoop does it with the
 * volume's mount as {@code file://}. What crossed the cables is counted beside the time.
 */
public final class InplaceBench {

  private static final String IN_PLACE = "in place";
  private static final String STOCK = "yarn, file://";
  private static final int FILES = 32;
  private static final double MOST_NETWORK = 0.02;
  private static final double MOST_UNEVEN = 1.15;
  private static final double LEAST_LOCAL = 0.95;

  private final Settings settings;
  private final Testbed testbed;
  private final ClusterRuns runs;

  private InplaceBench(Settings settings, Testbed testbed) {
    this.settings = settings;
    this.testbed = testbed;
    this.runs = new ClusterRuns(testbed);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code store} (gluster or ceph), {@code hosts}, {@code
   *     replica} and {@code link} as for the testbed, {@code object} of a CephFS in MB, {@code mb}
   *     of input, {@code files} small ones of {@code kb}; {@code limit} is after how many seconds
   *     the stock job on small files is stopped, {@code only} picks the jobs whose title contains
   *     it, and {@code arms=1} leaves the stock jobs on large files out
   */
  public static void main(String[] args) {
    Settings defaults =
        Hosts.settings()
            .and("mb", 2048)
            .and("files", 10_000)
            .and("kb", 10)
            .and("limit", 280)
            .and("object", 4)
            .and("rounds", 1)
            .and("arms", 2)
            .and("only", "");
    Benchmark.run("inplace", defaults, InplaceBench::room, InplaceBench::run, args);
  }

  /** Copies on the bricks, and map output on the hosts' disks. */
  private static long room(Settings settings) {
    return settings.number("mb") * (settings.number("replica") + 3L) + 2_000;
  }

  private static void run(Path scratch, Settings settings) throws Exception {
    Testbed testbed = Hosts.up(Hosts.forJobs(settings));
    new InplaceBench(settings, testbed).run(BigMap.jar(scratch));
  }

  private void run(Path bigMapJar) throws Exception {
    String size = settings.number("mb") + " MB";
    List<ClusterJob> jobs =
        List.of(
            ClusterJob.wordcount("wordcount, " + size),
            ClusterJob.grep("grep, " + size),
            ClusterJob.bigMapOutput("BigMapOutput, " + size, bigMapJar, settings.number("hosts")));
    warmUp(jobs.get(0));
    for (ClusterJob job : jobs) {
      if (job.title().contains(settings.text("only"))) {
        large(job);
      }
    }
    String small = settings.number("files") + " small files";
    if (small.contains(settings.text("only"))) {
      compareSmall(ClusterJob.wordcount(small));
    }
  }

  /** The first jobs of a testbed load classes and make directories. */
  private void warmUp(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("warm"));
    job.input().write(in, 3, 1 << 20);
    runs.run(job, ClusterRuns.Arm.IN_PLACE, "warm", "out-warm-1");
    runs.run(job, ClusterRuns.Arm.STOCK, "warm", "out-warm-2");
  }

  private void large(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    if (settings.text("store").equals("ceph")) {
      long object = (long) settings.number("object") << 20;
      testbed
          .run("node1", "setfattr", "-n", "ceph.dir.layout.object_size", "-v", "" + object, in + "")
          .orThrow();
    }
    job.input().write(in, FILES, ((long) settings.number("mb") << 20) / FILES);
    for (int round = 1; round <= settings.number("rounds"); round++) {
      String title = job.title() + (round > 1 ? ", round " + round : "");
      ClusterRun inPlace = runs.run(job, ClusterRuns.Arm.IN_PLACE, "in", "out-1");
      if (settings.number("arms") > 1) {
        compare(title, job, inPlace);
      } else {
        print(title, inPlace);
        claims(inPlace);
      }
      delete("out-1");
    }
    delete("in");
  }

  private void compare(String title, ClusterJob job, ClusterRun inPlace) throws Exception {
    ClusterRun stock = runs.run(job, ClusterRuns.Arm.STOCK, "in", "out-2");
    print(title, inPlace, stock);
    claims(inPlace);
    System.out.printf(
        "- in place is %.2f times as fast as %s%n", stock.seconds() / inPlace.seconds(), STOCK);
    same(job, inPlace, stock);
    delete("out-2");
  }

  private static void print(String title, ClusterRun inPlace) {
    System.out.printf("%n## %s%n%n", title);
    for (String row : ClusterRun.ROWS) {
      System.out.printf("- %s, %s: %s%n", IN_PLACE, row, inPlace.cell(row));
    }
  }

  private static void print(String title, ClusterRun inPlace, ClusterRun stock) {
    System.out.printf("%n## %s%n%n| | %s | %s |%n|---|---:|---:|%n", title, IN_PLACE, STOCK);
    for (String row : ClusterRun.ROWS) {
      System.out.printf("| %s | %s | %s |%n", row, inPlace.cell(row), stock.cell(row));
    }
    System.out.println();
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
        inPlace.localBytesShare() >= LEAST_LOCAL);
    claim(
        "network in the map phase over input",
        inPlace.mapNetworkShare() * 100,
        "at most 2 %",
        inPlace.mapNetworkShare() <= MOST_NETWORK);
    claim(
        "the busiest host over its even share",
        (inPlace.balance() - 1) * 100,
        "at most 15 %",
        inPlace.balance() <= MOST_UNEVEN);
  }

  private static void claim(String what, double percent, String wanted, boolean reached) {
    System.out.printf(
        "- %s: %.2f %%; wanted %s: **%s**%n",
        what, percent, wanted, reached ? "reached" : "missed");
  }

  private void same(ClusterJob job, ClusterRun inPlace, ClusterRun stock) throws IOException {
    boolean same =
        job.comparable()
            ? Files.mismatch(part("out-1"), part("out-2")) < 0
            : inPlace.records().equals(stock.records());
    System.out.println("- same answer: " + (same ? "yes" : "**no**"));
  }

  private Path part(String out) {
    return testbed.mount().resolve(out).resolve("part-r-00000");
  }

  private void compareSmall(ClusterJob job) throws Exception {
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    job.input().write(in, settings.number("files"), settings.number("kb") * 1024L);
    ClusterRun inPlace = runs.run(job, ClusterRuns.Arm.IN_PLACE, "in", "out-1");
    ClusterRuns.Limited stock = runs.runAtMost(job, settings.number("limit"), "in", "out-2");
    print(job.title() + ", wordcount", inPlace);
    System.out.printf(
        "- %s: after %.0f s %.2f %% of its maps were done%n",
        STOCK, stock.seconds(), stock.progress() * 100);
    System.out.printf(
        "- so in place is more than %.1f times as fast, and %.0f times if stock goes on like that;"
            + " wanted 20%n",
        stock.seconds() / inPlace.seconds(),
        stock.seconds() / Math.max(stock.progress(), 1e-6) / inPlace.seconds());
    delete("in", "out-1", "out-2");
  }

  private void delete(String... names) throws IOException {
    for (String name : names) {
      Trees.delete(testbed.mount().resolve(name));
    }
  }
}
