// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs in place while hosts, network links and servers fail under them, and beside other jobs. */
@Tag("cluster")
@Tag("long")
class JobFaultsTest extends TestbedJobsFixture {

  @RegisterExtension
  static final TestbedExtension TESTBED = BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2));

  private static final String WAIT = "situ.mapreduce.locality.wait=10s";

  /** So long that only a takeover has a map run where its bytes are not. */
  private static final String NO_OTHER_WAY = "situ.mapreduce.locality.wait=3600s";

  JobFaultsTest() {
    super(TESTBED);
  }

  @BeforeEach
  void writeInput() throws IOException {
    jobs.writeWords("in", 12, 12 << 20);
  }

  @AfterEach
  void repair() {
    for (String host : testbed.hosts()) {
      testbed.startHost(host);
      testbed.restoreLink(host);
      testbed.daemons(host).forEach((daemon, alive) -> testbed.startDaemon(host, daemon));
    }
    testbed.awaitHadoop();
  }

  private CompletableFuture<HostCommandResult> inPlace(String out, String... settings) {
    return jobs.start("situ", records.resolve(out), "situ://vol/in", "situ://vol/" + out, settings);
  }

  @Tag("long")
  @Test
  void aHostThatLosesItsPowerCostsTimeOnly() throws Exception {
    CompletableFuture<HostCommandResult> job = inPlace("power", WAIT);
    jobs.awaitContainers(4);
    testbed.stopHost("node3");

    job.join().orThrow();
    assertThat(jobs.words("power")).isEqualTo(jobs.expected("in"));
  }

  @Tag("long")
  @Test
  void aNetworkLinkThatIsDownCostsTimeOnly() throws Exception {
    CompletableFuture<HostCommandResult> job = inPlace("link", WAIT);
    jobs.awaitContainers(4);
    testbed.setLinkDown("node2");

    job.join().orThrow();
    assertThat(jobs.words("link")).isEqualTo(jobs.expected("in"));
  }

  @Test
  void serversThatDieCostTimeOnly() throws Exception {
    CompletableFuture<HostCommandResult> job = inPlace("servers", WAIT);
    jobs.awaitContainers(4);
    testbed.killDaemon("node2", "nodemanager");
    testbed.killDaemon("node3", "datanode");
    testbed.killDaemon("node3", "brick");

    job.join().orThrow();
    assertThat(jobs.words("servers")).isEqualTo(jobs.expected("in"));
  }

  /** It is not node1, which also has the ResourceManager. */
  @Tag("long")
  @Test
  void theHostOfTheApplicationMasterCostsTimeOnly() throws Exception {
    String node1 = jobs.nodeId("node1");
    jobs.resize(node1, 256);
    CompletableFuture<HostCommandResult> job = inPlace("master", WAIT);
    try {
      jobs.awaitContainers(3);
      testbed.stopHost(jobs.masterHost());
    } finally {
      jobs.resize(node1, 2048);
    }

    job.join().orThrow();
    assertThat(jobs.words("master")).isEqualTo(jobs.expected("in"));
  }

  @Tag("long")
  @Test
  void aBrickThatWasDownBeforeIsNotAsked() throws Exception {
    testbed.killDaemon("node3", "brick");
    inPlace("brick", "situ.mapreduce.locality=strict", "situ.mapreduce.locality.wait=300s")
        .join()
        .orThrow();

    assertThat(jobs.words("brick")).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records.resolve("brick"));
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps")).isPositive();
    assertThat(record.number("bytesLocal")).isEqualTo(jobs.bytes("in"));
    assertThat(record.number("bytesRack") + record.number("bytesRemote")).isZero();
    assertThat(record.text())
        .contains("\"name\" : \"node1\"", "\"name\" : \"node2\"")
        .doesNotContain("\"name\" : \"node3\"");
  }

  @Tag("long")
  @Test
  void aHostMapWithAStrangerInItIsReportedAndCostsLocalityOnly() throws Exception {
    Path map = Files.writeString(records.resolve("hosts"), "node3\tnodeX\n");
    HostCommandResult result = inPlace("stranger", "fs.situ.store.vol.hosts.file=" + map).join();

    result.orThrow();
    assertThat(result.err()).contains("but YARN has no running NodeManager of that name: nodeX\n");
    assertThat(jobs.words("stranger")).isEqualTo(jobs.expected("in"));
    assertThat(JobJson.only(records.resolve("stranger")).text())
        .containsPattern("\"unknownHosts\" : \\[ \"nodeX\" ]");
  }

  /** Two in place, one as Hadoop does it. */
  @Tag("long")
  @Test
  void jobsBesideEachOtherStayLocal() throws Exception {
    CompletableFuture<HostCommandResult> first =
        inPlace("one", "situ.mapreduce.locality=strict", "situ.mapreduce.locality.wait=300s");
    CompletableFuture<HostCommandResult> second =
        inPlace("two", "situ.mapreduce.locality=strict", "situ.mapreduce.locality.wait=300s");
    String mount = "file://" + testbed.mount();
    CompletableFuture<HostCommandResult> plain =
        jobs.start("yarn", records.resolve("plain"), mount + "/in", mount + "/plain");

    for (CompletableFuture<HostCommandResult> job : List.of(first, second, plain)) {
      job.join().orThrow();
    }
    for (String out : List.of("one", "two", "plain")) {
      assertThat(jobs.words(out)).as(out).isEqualTo(jobs.expected("in"));
    }
    for (String out : List.of("one", "two")) {
      JobJson record = JobJson.only(records.resolve(out));
      assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
      assertThat(record.number("mapsElsewhere")).isZero();
      assertThat(record.number("bytesRack") + record.number("bytesRemote")).isZero();
    }
  }

  /** A host without room is waited for, and then its maps go to others. */
  @Tag("long")
  @Test
  void mapsOfABusyHostGoElsewhereAfterTheWait() throws Exception {
    String node3 = jobs.nodeId("node3");
    jobs.resize(node3, 256);
    try {
      inPlace("busy", "situ.mapreduce.locality.wait=4s").join().orThrow();
    } finally {
      jobs.resize(node3, 2048);
    }

    assertThat(jobs.words("busy")).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records.resolve("busy"));
    long elsewhere = record.number("mapsElsewhere");
    assertThat(elsewhere).isPositive();
    assertThat(record.number("dataLocalMaps") + elsewhere)
        .isGreaterThanOrEqualTo(record.number("maps"));
    assertThat(record.text())
        .contains("\"node1\"", "\"node2\"")
        .doesNotContain("\"name\" : \"node3\"");
  }

  /**
   * On a quiet machine each of its maps ends within the wait, so that there is always one that just
   * began; on a busy one they may starve. {@code StrictResourceRequestsTest} parts the two for
   * certain.
   */
  @Tag("long")
  @Test
  void mapsOfASlowHostGoToHostsThatHaveNoneLeft() throws Exception {
    JobJson record =
        ofSlowNode3("slow", "situ.mapreduce.locality=strict", "situ.mapreduce.locality.wait=16s");
    assertThat(record.number("maps")).isEqualTo(12);
  }

  @Tag("long")
  @Test
  void idleHostsTakeOverMapsOfASlowHost() throws Exception {
    JobJson record =
        ofSlowNode3(
            "idle",
            "situ.mapreduce.locality=auto",
            NO_OTHER_WAY,
            "mapreduce.map.speculative=false");
    assertThat(record.number("dataLocalMaps") + record.number("mapsElsewhere"))
        .isGreaterThanOrEqualTo(record.number("maps"));
  }

  /** It asks for the same host, and runs on one that ends it earlier. */
  @Tag("long")
  @Test
  void aSecondAttemptOfAMapOfASlowHostRunsElsewhere() throws Exception {
    BlockingJob job =
        oneMapAtOnce(
            "second",
            BlockingWordCount.ENDLESS + "=node3",
            "mapreduce.map.speculative=true",
            NO_OTHER_WAY);
    job.go().join().orThrow();

    requireElsewhere("second", "node3");
    List<String> second =
        job.attempts("m").stream().filter(attempt -> attempt.endsWith("_1")).toList();
    assertThat(second).isNotEmpty();
    assertThat(job.attemptsOn("node3", "m")).isNotEmpty().doesNotContainAnyElementsOf(second);
  }

  /** All that waits for node1 is taken over; node1 also has the ResourceManager. */
  @Tag("long")
  @Test
  void aHostThatDiesWithAMapThatItTookOverCostsTimeOnly() throws Exception {
    BlockingJob job = oneMapAtOnce("taken", NO_OTHER_WAY);
    job.halt("node1");
    String victim = job.awaitMasterHost().equals("node3") ? "node2" : "node3";
    String taken = job.haltTakeover(victim);
    testbed.stopHost(victim);
    job.goOn("node1");
    job.go().join().orThrow();

    requireElsewhere("taken", "node1");
    assertThat(job.attempts("m")).contains(taken, taken.replaceFirst("0$", "1"));
  }

  /** Both read the same files at once, and other hosts take over maps of both. */
  @Tag("long")
  @Test
  void jobsThatWantTheSameHostsTakeTurns() throws Exception {
    List<String> names = List.of("turn-one", "turn-two");
    List<BlockingJob> both = new ArrayList<>();
    for (String name : names) {
      both.add(
          oneMapAtOnce(
              name,
              "situ.mapreduce.locality=auto",
              NO_OTHER_WAY,
              BlockingWordCount.SLOW + "=node3"));
    }
    for (BlockingJob job : both) {
      job.go();
    }
    for (BlockingJob job : both) {
      job.join().orThrow();
    }

    List<JobJson> seen = new ArrayList<>();
    for (String name : names) {
      assertThat(jobs.words("out-" + name)).as(name).isEqualTo(jobs.expected("in"));
      JobJson record = JobJson.only(records.resolve(name));
      assertThat(record.number("mapsElsewhere")).as(name).isPositive();
      assertThat(record.number("bytesLocal")).as(name).isPositive();
      assertThat(
              record.number("bytesLocal")
                  + record.number("bytesRack")
                  + record.number("bytesRemote"))
          .as(name)
          .isEqualTo(jobs.bytes("in"));
      seen.add(record);
    }
    assertThat(seen.get(0).number("submitted")).isLessThan(seen.get(1).number("finished"));
    assertThat(seen.get(1).number("submitted")).isLessThan(seen.get(0).number("finished"));
  }

  /** Returns the record of a job some of whose maps for a slow host ran elsewhere. */
  private JobJson ofSlowNode3(String name, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add(BlockingWordCount.SLOW + "=node3");
    BlockingJob job = oneMapAtOnce(name, all.toArray(String[]::new));
    job.go().join().orThrow();

    assertThat(job.attemptsOn("node3", "m")).isNotEmpty();
    return requireElsewhere(name, "node3");
  }

  /** Starts a job of a map for each file, of which a host runs one at once. */
  private BlockingJob oneMapAtOnce(String name, String... settings) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "situ.mapreduce.regroup.bytes=1m",
                "situ.mapreduce.records.dir=" + records.resolve(name),
                "mapreduce.map.memory.mb=1536",
                "mapreduce.job.reduce.slowstart.completedmaps=1"));
    all.addAll(List.of(settings));
    Path own = Files.createDirectory(testbed.mount().resolve("jar-" + name));
    return BlockingJob.start(testbed, BlockingJob.jar(own), name, all.toArray(String[]::new));
  }

  /** Returns the record of a job, whose answer is right, and some of whose maps ran elsewhere. */
  private JobJson requireElsewhere(String name, String wanted) throws IOException {
    assertThat(jobs.words("out-" + name)).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records.resolve(name));
    assertThat(record.number("mapsElsewhere")).isPositive();
    assertThat(record.text()).containsPattern("\"wanted\" : \\[ \"" + wanted + "\" ]");
    return record;
  }

  @Test
  void aFileThatIsRewrittenMeanwhileFailsTheJob() throws Exception {
    jobs.writeWords("live", 3, 1 << 20);
    CompletableFuture<HostCommandResult> job =
        jobs.start(
            "situ",
            records.resolve("live"),
            "situ://vol/live",
            "situ://vol/out-live",
            "mapreduce.map.maxattempts=2");
    jobs.awaitContainers(1);
    Files.writeString(testbed.mount().resolve("live/text-1"), "other words\n");

    HostCommandResult result = job.join();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("live/text-1' was changed while the job ran: it was ");
    assertThat(testbed.mount().resolve("out-live/_SUCCESS")).doesNotExist();
  }
}
