// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.yarn.ResourceManagerProcess;
import io.situ.storage.local.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of runs whose processes were killed while YARN went on with the job. */
@Tag("end-to-end")
class OrphanedSnapshotsTest {

  private static final String NAME = "20200101-000000-000-1";
  private static final String JOB = "job_1500000000000_0007";

  @TempDir private Path scratch;
  private Path run;
  private Path snapshot;

  /** Those of each state, which answer all tests. */
  private static final Map<String, ResourceManagerProcess> CLUSTERS = new HashMap<>();

  private static String addressOfCluster(String state) throws IOException {
    if (!CLUSTERS.containsKey(state)) {
      CLUSTERS.put(state, new ResourceManagerProcess(state));
    }
    return CLUSTERS.get(state).address();
  }

  @AfterAll
  static void stopClusters() {
    CLUSTERS.values().forEach(ResourceManagerProcess::close);
  }

  /** A run that no process waits for, and what it would have frozen: an empty directory. */
  @BeforeEach
  void leaveRun() throws IOException {
    run = Files.createDirectories(scratch.resolve("state/runs").resolve(NAME));
    snapshot = Files.createDirectory(scratch.resolve("situ-run-" + NAME + "-1-x"));
    Files.createDirectory(run.resolve("snapshots"));
    Files.writeString(run.resolve("snapshots/snapshot1"), "situ://" + snapshot);
    Files.createDirectory(run.resolve("jobs"));
    Files.writeString(
        run.resolve("jobs/" + JOB + ".json"),
        "{\"id\": \"" + JOB + "\", \"framework\": \"yarn\", \"state\": \"RUNNING\"}");
  }

  private void noteCluster(String address) throws IOException {
    Files.writeString(
        run.resolve("cluster.json"),
        "{\"yarn.resourcemanager.address\": \""
            + address
            + "\", \"yarn.http.policy\": \"HTTPS_ONLY\"}");
  }

  /**
   * @param state of the run's job, or "-" if YARN does not know it
   */
  private String saidByTheNextRun(String state) throws Exception {
    noteCluster(addressOfCluster(state));
    return saidByTheNextRun();
  }

  private String saidByTheNextRun() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), DoesNothing.class);
    Tool.Result result = new Tool(scratch).run("run", "--jar", jar, DoesNothing.class.getName());
    assertThat(result.code()).as(result.err()).isZero();
    return result.err();
  }

  @Test
  void staysWhileItsJobRuns() throws Exception {
    assertThat(saidByTheNextRun("RUNNING"))
        .isEqualTo(
            "situ: a snapshot of the run " + NAME + " stays: " + JOB + " still runs on YARN\n");
    assertThat(snapshot).exists();
  }

  @Test
  void goesOnceItsJobIsOver() throws Exception {
    assertThat(saidByTheNextRun("KILLED")).isEmpty();
    assertThat(snapshot).doesNotExist();
  }

  /** The request of a submission that was cut off may be on its way. */
  @Test
  void staysWhileYarnMayStillReceiveItsJob() throws Exception {
    Files.writeString(
        run.resolve("jobs/" + JOB + ".json"),
        "{\"id\": \"%s\", \"framework\": \"yarn\", \"state\": \"RUNNING\", \"submitted\": %d}"
            .formatted(JOB, System.currentTimeMillis()));

    assertThat(saidByTheNextRun("-"))
        .isEqualTo(
            "situ: a snapshot of the run "
                + NAME
                + " stays: YARN does not know "
                + JOB
                + ", and may still receive it\n");
    assertThat(snapshot).exists();
  }

  /** The job's own words name another cluster than the configuration does, which knows no job. */
  @Test
  void theClusterThatTheJobWasSubmittedToIsAsked() throws Exception {
    Path conf = Files.createDirectory(scratch.resolve("conf"));
    Files.writeString(
        conf.resolve("yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.address</name><value>"
            + addressOfCluster("-")
            + "</value></property></configuration>");
    String own = "yarn.resourcemanager.address=" + addressOfCluster("RUNNING");
    Path out = scratch.resolve("refused");
    Tool.Result refused =
        new Tool(scratch).run("run", "--conf", conf, "teragen", "-D", own, 1, out);
    assertThat(refused.err()).contains("no getNewApplication here");
    Files.copy(newestRun().resolve("cluster.json"), run.resolve("cluster.json"));

    assertThat(saidByTheNextRun()).endsWith(JOB + " still runs on YARN\n").hasLineCount(1);
    assertThat(snapshot).exists();
  }

  private Path newestRun() throws IOException {
    try (Stream<Path> all = Files.list(run.getParent())) {
      return all.max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  @Test
  void whatHasAnotherNameThanItsRunGivesStays() throws Exception {
    Path other = Files.createDirectory(scratch.resolve("precious"));
    Files.writeString(run.resolve("snapshots/snapshot1"), "situ://" + other);

    assertThat(saidByTheNextRun("KILLED"))
        .isEqualTo(
            "situ: a snapshot of the run "
                + NAME
                + " stays: '"
                + other
                + "' has not the name of one of its own; if it is not there any more, delete '"
                + run.resolve("snapshots/snapshot1")
                + "'\n");
    assertThat(other).exists();
  }

  @Test
  void aRunThatLivesStaysHoweverManyCameAfter() throws Exception {
    Path live = Files.createDirectory(run.resolveSibling("20200101-000000-001-1"));
    for (int i = 100; i < 210; i++) {
      Files.createDirectory(run.resolveSibling("20200202-000000-" + i + "-1"));
    }
    try (LockedFile held = LockedFile.tryLock(live.resolve("alive")).orElseThrow()) {
      saidByTheNextRun("KILLED");
      assertThat(live).exists();
    }
    assertThat(run.getParent().toFile().list()).hasSizeLessThan(105);
  }

  /** The port is one that no server listens on. */
  @Test
  void theReportOfAJobWhoseEndWasNotSeenSaysThatTheClusterDoesNotAnswer() throws Exception {
    Path conf = Files.createDirectory(scratch.resolve("conf"));
    Files.writeString(
        conf.resolve("yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.address</name>"
            + "<value>localhost:1</value></property></configuration>");

    Tool.Result report = new Tool(scratch).run("report", JOB, "--conf", conf);

    assertThat(report.code()).as(report.err()).isZero();
    assertThat(report.out())
        .startsWith("a run failed\n  reason   its process is over and did not report ")
        .contains("  job      " + JOB + " () may still run on YARN: its end was not seen\n");
    assertThat(report.err())
        .startsWith(
            "situ: warning: whether "
                + JOB
                + " has ended is not known: the ResourceManager of '"
                + conf
                + "' does not answer: localhost:1 ")
        .hasLineCount(1);

    Files.writeString(
        run.resolve("jobs/job_1500000000000_0008.json"),
        "{\"id\": \"job_1500000000000_0008\", \"framework\": \"yarn\", \"submitted\": 1}");

    assertThat(new Tool(scratch).run("report", NAME, "--conf", conf).err())
        .startsWith("situ: warning: whether " + JOB + " and job_1500000000000_0008 have ended is");
  }

  /** What the cluster says of a job only the history server knows, whose address is not valid. */
  @Tag("long")
  @Test
  void theReportOfAJobWhoseEndWasNotSeenSaysThatTheConfigurationIsNotValid() throws Exception {
    Path conf = Files.createDirectories(scratch.resolve("conf"));
    Files.writeString(
        conf.resolve("yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.address</name><value>"
            + addressOfCluster("-")
            + "</value></property><property><name>mapreduce.jobhistory.address</name>"
            + "<value>localhost:port</value></property></configuration>");

    Tool.Result report = new Tool(scratch).run("report", JOB, "--conf", conf);

    assertThat(report.code()).as(report.err()).isZero();
    assertThat(report.out()).startsWith("a run failed\n");
    assertThat(report.err())
        .startsWith(
            "situ: warning: whether "
                + JOB
                + " has ended is not known: '"
                + conf
                + "' cannot be used: Does not contain a valid host:port authority: localhost:port")
        .hasLineCount(1);
  }

  @Tag("long")
  @Test
  void goesIfYarnKnowsNoSuchJob() throws Exception {
    assertThat(saidByTheNextRun("-")).isEmpty();
    assertThat(snapshot).doesNotExist();
  }

  @Tag("long")
  @Test
  void staysNotedInOneOfManyRunsWhereYarnSaysNothing() throws Exception {
    noteCluster("localhost:1");
    for (int i = 100; i < 210; i++) {
      Files.createDirectory(run.resolveSibling("20200202-000000-" + i + "-1"));
    }

    assertThat(saidByTheNextRun())
        .startsWith(
            "situ: a snapshot of the run "
                + NAME
                + " stays: YARN does not say whether "
                + JOB
                + " still runs: no ResourceManager answers: localhost:1 (")
        .hasLineCount(1);
    assertThat(snapshot).exists();
    assertThat(run.resolve("snapshots/snapshot1")).exists();
    // The newest, and this.
    assertThat(run.getParent().toFile().list()).hasSize(101);
  }
}
