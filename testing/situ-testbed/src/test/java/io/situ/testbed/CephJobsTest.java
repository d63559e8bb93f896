package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts on a CephFS with two replicas and its default layout of 4 MiB objects. */
class CephJobsTest {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(
          () ->
              TestbedOptions.ceph(3, 2)
                  .withHadoop(TestbedOptions.Hadoop.standard().withBundle(SourceTree.bundle())));

  private final Testbed testbed = TESTBED.testbed();
  private final TestJobs jobs = new TestJobs(testbed);

  @TempDir private Path records;

  /**
   * A file of 16 objects is one split to Hadoop, and reaches over all hosts. The cables are not
   * asked: a client may read from the primary although its own host has a copy.
   */
  @Test
  void aFileIsReadWhereItsObjectsAre() throws Exception {
    jobs.writeWords("in", 1, 64 << 20);
    jobs.start(
            "situ",
            records,
            "situ://vol/in",
            "situ://vol/out",
            "situ.mapreduce.regroup.least.bytes=8m")
        .join()
        .orThrow();

    assertThat(jobs.words("out")).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records);
    assertThat(record.number("splits")).isEqualTo(1);
    assertThat(record.number("maps")).isGreaterThanOrEqualTo(3);
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    // A line that crosses the end of a piece is read to its end, and its start is read twice.
    assertThat(record.number("bytesRack") + record.number("bytesRemote")).isLessThan(12 << 20);
    assertThat(record.number("bytesLocal")).isGreaterThan(52 << 20);
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
