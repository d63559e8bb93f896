// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.situ.storage.local.LockedFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
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
  private HttpServer yarn;

  /** A run that no process waits for, and what it would have frozen: an empty directory. */
  @BeforeEach
  void leaveRun() throws IOException {
    yarn = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    yarn.start();
    run = Files.createDirectories(scratch.resolve("state/runs").resolve(NAME));
    snapshot = Files.createDirectory(scratch.resolve("situ-run-" + NAME + "-1-x"));
    Files.createDirectory(run.resolve("snapshots"));
    Files.writeString(run.resolve("snapshots/snapshot1"), "situ://" + snapshot);
    Files.writeString(run.resolve("cluster"), "localhost:" + yarn.getAddress().getPort() + "\n");
    Files.createDirectory(run.resolve("jobs"));
    Files.writeString(
        run.resolve("jobs/" + JOB + ".json"),
        "{\"id\": \"" + JOB + "\", \"framework\": \"yarn\", \"state\": \"RUNNING\"}");
  }

  @AfterEach
  void stopYarn() {
    yarn.stop(0);
  }

  private void yarnSays(String state) {
    byte[] answer = ("{\"app\": {\"state\": \"" + state + "\"}}").getBytes(StandardCharsets.UTF_8);
    yarn.createContext(
        "/ws/v1/cluster/apps/application_1500000000000_0007",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
  }

  private String saidByTheNextRun() throws Exception {
    Tool.Result result = new Tool(scratch).run("run", "teragen", 1, scratch.resolve("out"));
    assertThat(result.code()).as(result.err()).isZero();
    return result.err();
  }

  @Test
  void staysWhileItsJobRuns() throws Exception {
    yarnSays("RUNNING");

    assertThat(saidByTheNextRun())
        .isEqualTo(
            "situ: a snapshot of the run " + NAME + " stays: " + JOB + " still runs on YARN\n");
    assertThat(snapshot).exists();
  }

  @Test
  void goesOnceItsJobIsOver() throws Exception {
    yarnSays("KILLED");

    assertThat(saidByTheNextRun()).isEmpty();
    assertThat(snapshot).doesNotExist();
  }

  @Test
  void whatHasAnotherNameThanItsRunGivesStays() throws Exception {
    yarnSays("KILLED");
    Path other = Files.createDirectory(scratch.resolve("precious"));
    Files.writeString(run.resolve("snapshots/snapshot1"), "situ://" + other);

    assertThat(saidByTheNextRun())
        .isEqualTo(
            "situ: a snapshot of the run "
                + NAME
                + " stays: '"
                + other
                + "' has not the name of one of its own\n");
    assertThat(other).exists();
  }

  @Test
  void aRunThatLivesStaysHoweverManyCameAfter() throws Exception {
    yarnSays("KILLED");
    Path live = Files.createDirectory(run.resolveSibling("20200101-000000-001-1"));
    for (int i = 100; i < 210; i++) {
      Files.createDirectory(run.resolveSibling("20200202-000000-" + i + "-1"));
    }
    try (LockedFile held = LockedFile.tryLock(live.resolve("alive")).orElseThrow()) {
      saidByTheNextRun();
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

  @Tag("long")
  @Test
  void goesIfYarnKnowsNoSuchJob() throws Exception {
    assertThat(saidByTheNextRun()).isEmpty();
    assertThat(snapshot).doesNotExist();
  }

  @Tag("long")
  @Test
  void staysNotedInOneOfManyRunsWhereYarnSaysNothing() throws Exception {
    yarn.stop(0);
    for (int i = 100; i < 210; i++) {
      Files.createDirectory(run.resolveSibling("20200202-000000-" + i + "-1"));
    }

    assertThat(saidByTheNextRun())
        .isEqualTo(
            "situ: a snapshot of the run "
                + NAME
                + " stays: YARN does not say whether "
                + JOB
                + " still runs\n");
    assertThat(snapshot).exists();
    assertThat(run.resolve("snapshots/snapshot1")).exists();
    // The newest, and this.
    assertThat(run.getParent().toFile().list()).hasSize(101);
  }
}
