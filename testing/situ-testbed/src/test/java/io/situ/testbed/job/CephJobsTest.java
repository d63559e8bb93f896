// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.CephTool;
import io.situ.testbed.JobJson;
import io.situ.testbed.NetworkSampler;
import io.situ.testbed.S3Bucket;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Await;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Three hosts on a Ceph with two replicas: a CephFS with its default layout, and buckets of RGW. A
 * pool has eight placement groups here, so that a host may be first in none of those in use.
 */
@Tag("cluster")
@Tag("long")
class CephJobsTest extends TestbedJobsFixture {

  /**
   * Heartbeats, job files and metadata, of Hadoop and of Ceph, until the last map ends. Gateways
   * that fetched whole objects of other hosts moved two thirds of the 64 MB.
   */
  private static final long TALK = 16 << 20;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(
          TestbedOptions.ceph(3, 2)
              .withStore(new TestbedOptions.Storage(TestbedOptions.StoreKind.CEPH, 2).withRgw()));

  CephJobsTest() {
    super(TESTBED);
  }

  /**
   * A file of 16 objects is one split to Hadoop, and reaches over all hosts. Network traffic is not
   * compared: a client may read from the primary although its own host has a copy. Placement is
   * asked for once, by the job's client, and goes out with the job.
   */
  @Test
  void aFileIsReadWhereItsObjectsAre() throws Exception {
    jobs.writeWords("in", 1, 64 << 20);
    List<String> asked = new CephTool(testbed).commandsOf("client.situ");
    runStrictly("situ://vol/in", "situ://vol/out", CUT, LONG_WAIT).orThrow();

    assertThat(jobs.words("out")).isEqualTo(jobs.expected("in"));
    List<String> meanwhile = new ArrayList<>(new CephTool(testbed).commandsOf("client.situ"));
    meanwhile.removeAll(asked);
    assertThat(meanwhile)
        .hasSize(3)
        .anyMatch(line -> line.contains("osd dump"))
        .anyMatch(line -> line.contains("osd tree"))
        .anyMatch(line -> line.contains("pg dump"));
    JobJson record = JobJson.only(records);
    assertThat(record.number("splits")).isEqualTo(1);
    assertThat(record.number("maps")).as(record.text()).isGreaterThan(1);
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    assertLocal(record);
  }

  /**
   * An S3 object is cut where its hosts change too, and each host reads by its own gateway, which
   * takes nothing from other hosts' disks but what the counters call remote.
   */
  @Tag("long")
  @Test
  void anObjectOfABucketIsReadWhereItsPiecesAre() throws Exception {
    jobs.writeWords("source", 1, 64 << 20);
    S3Bucket bucket = new S3Bucket(testbed);
    bucket.make();
    bucket.put(testbed.mount().resolve("source/text-0"), "in/text-0");
    JobJson record;
    long network;
    try (NetworkSampler sampler = new NetworkSampler(testbed)) {
      // Reduces begin when all maps are over, so that it is known what the maps moved.
      String late = "mapreduce.job.reduce.slowstart.completedmaps=1.0";
      runStrictly("situ://s3/in", "situ://vol/counted", CUT, LONG_WAIT, late).orThrow();
      record = JobJson.only(records);
      network = record.mapNetwork(sampler);
    }

    assertThat(jobs.words("counted")).isEqualTo(jobs.expected("source"));
    assertThat(record.number("maps")).as(record.text()).isGreaterThan(1);
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    assertLocal(record);
    assertThat(network).isLessThan(record.number("bytesRemote") + TALK);
  }

  /** At each object's end a line is read on from the next, which another host may hold. */
  private static void assertLocal(JobJson record) {
    long local = record.number("bytesLocal");
    long away = record.number("bytesRack") + record.number("bytesRemote");
    assertThat(local).as("%d local, %d from other hosts", local, away).isGreaterThan(19 * away);
    assertThat(local + away).isGreaterThanOrEqualTo(64 << 20);
  }

  @Test
  void aRunWithASnapshotReadsOneMoment() throws Exception {
    Path in = Files.createDirectories(testbed.mount().resolve("moving"));
    Path out = testbed.mount().resolve("still");
    Files.writeString(in.resolve("a"), "old\n");
    Process run = snapshotRun(in, out);
    Await.until("take a snapshot", () -> !snapshots(in).isEmpty());
    Files.writeString(in.resolve("a"), "new\n");
    Files.writeString(in.resolve("b"), "new\n");
    assertThat(run.waitFor()).as(this::said).isZero();
    assertThat(out.resolve("part-r-00000")).hasContent("old\t1\n");
    Await.until("see that the snapshot is gone", () -> snapshots(in).isEmpty());

    Process killed = snapshotRun(in, testbed.mount().resolve("never"));
    Await.until("take a snapshot", () -> !snapshots(in).isEmpty());
    killed.destroyForcibly().waitFor();
    assertThat(snapshots(in)).hasSize(1);
    Path next = testbed.mount().resolve("next");
    assertThat(snapshotRun(in, next).waitFor()).as(this::said).isZero();
    assertThat(next.resolve("part-r-00000")).hasContent("new\t2\n");
    Await.until("see that the snapshots are gone", () -> snapshots(in).isEmpty());
  }

  private Process snapshotRun(Path in, Path out) throws IOException {
    List<String> words = List.of("run", "--snapshot", "wordcount", in.toString(), out.toString());
    return new ProcessBuilder(BuiltSourceTree.situ(records, words))
        .redirectErrorStream(true)
        .redirectOutput(records.resolve("said").toFile())
        .start();
  }

  private String said() {
    try {
      return Files.readString(records.resolve("said"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static List<Path> snapshots(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve(".snap"))) {
      return all.toList();
    }
  }

  @Test
  void aDaemonThatWasKilledIsStartedAgain() throws IOException {
    Files.writeString(testbed.mount().resolve("survivor"), "still here");
    assertThat(testbed.daemons("node2")).containsEntry("osd", true).containsEntry("mds", true);

    testbed.killDaemon("node2", "osd");
    assertThat(testbed.daemons("node2")).containsEntry("osd", false);
    for (String reader : testbed.hosts()) {
      String file = testbed.mount().resolve("survivor").toString();
      assertThat(testbed.run(reader, "cat", file).orThrow()).isEqualTo("still here");
    }

    testbed.startDaemon("node2", "osd");
    assertThat(testbed.daemons("node2")).containsEntry("osd", true);
  }

  @Tag("long")
  @Test
  void aHostComesBackWithItsDaemonsAndItsMount() throws IOException {
    Files.writeString(testbed.mount().resolve("before"), "kept");
    testbed.stopHost("node3");
    assertThat(testbed.isUp("node3")).isFalse();

    testbed.startHost("node3");
    assertThat(testbed.isMounted("node3")).isTrue();
    assertThat(testbed.daemons("node3")).containsEntry("osd", true);
    assertThat(testbed.run("node3", "cat", testbed.mount().resolve("before").toString()).orThrow())
        .isEqualTo("kept");
    testbed.awaitHadoop();
  }
}
