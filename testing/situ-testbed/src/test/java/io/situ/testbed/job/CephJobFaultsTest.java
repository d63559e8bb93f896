// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.CephTool;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs in place while Ceph's servers die, its placement changes, or it has no room. */
@Tag("long")
@Tag("cluster")
class CephJobFaultsTest extends TestbedJobsFixture {

  @RegisterExtension
  static final TestbedExtension TESTBED = BuiltSourceTree.testbed(TestbedOptions.ceph(3, 2));

  private static final int MEGABYTE = 1 << 20;

  private final CephTool ceph = new CephTool(testbed);

  CephJobFaultsTest() {
    super(TESTBED);
  }

  @BeforeEach
  void writeInput() throws IOException {
    jobs.writeWords("in", 6, 24 * MEGABYTE);
  }

  @AfterEach
  void repair() {
    for (String host : testbed.hosts()) {
      testbed.daemons(host).forEach((daemon, alive) -> testbed.startDaemon(host, daemon));
    }
  }

  private CompletableFuture<HostCommandResult> inPlace(String in, String out, String... settings) {
    return jobs.start(
        "situ", records.resolve(out), "situ://vol/" + in, "situ://vol/" + out, settings);
  }

  private void assertRight(String out) throws IOException {
    assertThat(jobs.words(out)).isEqualTo(jobs.expected("in"));
  }

  @Test
  void anOsdAndTheMetadataServerMayDieWhereOthersTakeOver() throws Exception {
    CompletableFuture<HostCommandResult> job = inPlace("in", "servers");
    jobs.awaitContainers(3);
    testbed.killDaemon("node3", "osd");
    testbed.killDaemon("node1", "mds");

    job.join().orThrow();
    assertRight("servers");
  }

  @Test
  void aJobWaitsForServersWithoutReplacement() throws Exception {
    CompletableFuture<HostCommandResult> job = inPlace("in", "waiting");
    jobs.awaitContainers(3);
    testbed.killDaemon("node1", "mon");
    testbed.killDaemon("node1", "mds");
    testbed.killDaemon("node2", "mds");
    TimeUnit.SECONDS.sleep(10);
    repair();

    job.join().orThrow();
    assertRight("waiting");
  }

  @Test
  void placementMayChangeUnderAJob() throws Exception {
    CompletableFuture<HostCommandResult> job = inPlace("in", "moved");
    jobs.awaitContainers(3);
    ceph.run("osd", "out", "2");
    try {
      job.join().orThrow();
    } finally {
      ceph.run("osd", "in", "2");
    }
    assertRight("moved");
  }

  /** By another of the same name, by a shorter one, by other bytes in place. */
  @ParameterizedTest
  @ValueSource(strings = {"replaced", "cut", "rewritten"})
  void aFileThatChangesMeanwhileFailsTheJob(String how) throws Exception {
    jobs.writeWords(how, 3, MEGABYTE);
    CompletableFuture<HostCommandResult> job =
        inPlace(how, "out-" + how, "mapreduce.map.maxattempts=2");
    jobs.awaitContainers(1);
    Path file = testbed.mount().resolve(how + "/text-1");
    if (how.equals("cut")) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(MEGABYTE / 2);
      }
    } else if (how.equals("rewritten")) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(StandardCharsets.US_ASCII.encode("others"), MEGABYTE / 2);
      }
    } else {
      Path other = testbed.mount().resolve(how + "-other");
      Files.copy(file, other);
      Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    HostCommandResult result = job.join();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains(how + "/text-1' was changed while the job ran: it was ");
    assertThat(testbed.mount().resolve("out-" + how + "/_SUCCESS")).doesNotExist();
  }

  @Test
  void aPoolThatIsDeletedFailsTheJobAndNamesAFile() throws Exception {
    ceph.run("osd", "pool", "create", "extra", "8");
    ceph.run("fs", "add_data_pool", "cephfs", "extra");
    Path in = Files.createDirectory(testbed.mount().resolve("extra"));
    Commands.run("setfattr", "-n", "ceph.dir.layout.pool", "-v", "extra", in.toString());
    for (int i = 0; i < 3; i++) {
      Files.copy(testbed.mount().resolve("in/text-" + i), in.resolve("text-" + i));
    }
    CompletableFuture<HostCommandResult> job =
        inPlace(
            "extra", "out-extra", "mapreduce.map.maxattempts=2", "mapreduce.task.timeout=60000");
    jobs.awaitContainers(1);
    ceph.run("fs", "rm_data_pool", "cephfs", "extra");
    ceph.run("config", "set", "mon", "mon_allow_pool_delete", "true");
    ceph.run("osd", "pool", "delete", "extra", "extra", "--yes-i-really-really-mean-it");

    HostCommandResult result = job.join();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("extra/text-");
    assertThat(testbed.mount().resolve("out-extra/_SUCCESS")).doesNotExist();
  }

  @Test
  void aFullClusterFailsTheJobInASentence() throws Exception {
    List<String> ratios = List.of("set-nearfull-ratio", "set-backfillfull-ratio", "set-full-ratio");
    ratios.forEach(ratio -> ceph.run("osd", ratio, "0.0001"));
    try {
      Await.until("be full", () -> ceph.run("health", "detail").contains("OSD_FULL"));
      HostCommandResult result = inPlace("in", "full", "mapreduce.reduce.maxattempts=1").join();
      assertThat(result.exitCode()).isNotZero();
      assertThat(result.err()).contains("the Ceph cluster is full");
    } finally {
      ceph.run("osd", "set-full-ratio", "0.95");
      ceph.run("osd", "set-backfillfull-ratio", "0.9");
      ceph.run("osd", "set-nearfull-ratio", "0.85");
    }
    Await.until("have room again", () -> !ceph.run("health", "detail").contains("OSD_FULL"));
    inPlace("in", "room").join().orThrow();
    assertRight("room");
  }
}
