// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** YARN with nothing but a store: staging, history and aggregated logs lie in {@code situ://}. */
@Tag("cluster")
class YarnOnSituTest {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(
          TestbedOptions.posix(1),
          Map.of(
              "fs.defaultFS", "situ://vol/",
              "yarn.log-aggregation-enable", "true"));

  private final Testbed testbed = TESTBED.testbed();

  @TempDir private Path state;

  @Test
  void stagingAndLogsOfAStockJobLieInTheStore() throws IOException {
    Files.writeString(
        Files.createDirectories(testbed.mount().resolve("in")).resolve("a"), "to be or not to be");

    HostCommandResult job =
        testbed.hadoop("hadoop", "jar", BuiltSourceTree.examples(), "wordcount", "/in", "/out");
    job.orThrow();
    assertThat(job.err()).contains("Running job: job_");

    assertThat(testbed.mount().resolve("out/part-r-00000"))
        .hasContent("be\t2\nnot\t1\nor\t1\nto\t2\n");
    assertThat(testbed.mount().resolve("tmp/hadoop-yarn/staging/root/.staging")).exists();
    String application =
        job.err().replaceAll("(?s).*Running job: job_(\\d+_\\d+).*", "application_$1");
    Path logs = testbed.mount().resolve("tmp/logs");
    Await.until("aggregate the logs", () -> aggregated(logs, application));
    assertThat(testbed.hadoop("yarn", "logs", "-applicationId", application).orThrow())
        .contains("Task 'attempt_" + application.substring(12) + "_r_000000_0' done");
  }

  @Test
  void theToolRunsJobsThereAndKillsThemOnCtrlC() throws IOException, InterruptedException {
    Files.writeString(
        Files.createDirectories(testbed.mount().resolve("in2")).resolve("a"), "to be or not to be");

    String in = testbed.mount().resolve("in2").toString();
    Path out = testbed.mount().resolve("out2");
    String[] archives = {
      "-Dsitu.mapreduce.launch.classes=auto", "-Dsitu.mapreduce.launch.dir=situ://vol/kept"
    };
    assertThat(
            situ("run", "--json", archives[0], archives[1], "wordcount", in, out.toString())
                .orThrow())
        .contains("\"state\" : \"SUCCEEDED\"", "\"framework\" : \"yarn\"");
    assertThat(out.resolve("part-r-00000")).hasContent("be\t2\nnot\t1\nor\t1\nto\t2\n");
    Await.until("keep an archive of classes for the next job", this::isArchiveKept);

    Process endless =
        new ProcessBuilder(
                call(
                    "run",
                    archives[0],
                    archives[1],
                    "--jar",
                    BuiltSourceTree.examples(),
                    "pi",
                    "1",
                    "2000000000"))
            .redirectErrorStream(true)
            .start();
    Await.until("run the endless job", () -> applications("RUNNING").contains("QuasiMonteCarlo"));
    Await.until("start it with the archive", this::isArchiveMapped);
    Commands.run("kill", "-INT", Long.toString(endless.pid()));
    String said = new String(endless.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(endless.waitFor()).isEqualTo(130);
    assertThat(said).contains("situ: stopped; the job was killed").doesNotContain("Exception");
    Await.until("end the job", () -> !applications("RUNNING,ACCEPTED").contains("QuasiMonteCarlo"));
    assertThat(applications("KILLED,FINISHED")).contains("\"finalStatus\":\"KILLED\"");
  }

  private boolean isArchiveKept() throws IOException {
    try (Stream<Path> files = Files.list(testbed.mount().resolve("kept"))) {
      return files.anyMatch(file -> file.toString().endsWith(".classes.json"));
    }
  }

  /** Whether a process of the host has an archive that was made for jobs in its memory. */
  private boolean isArchiveMapped() {
    String search = "grep -hsE '/hadoop-[0-9]+\\.jsa' /proc/[0-9]*/maps";
    return !testbed.run("node1", "sh", "-c", search).out().isEmpty();
  }

  @Tag("long")
  @Test
  void aDeadResourceManagerIsSaidInOneSentence() throws IOException {
    testbed.stopDaemon("node1", "resourcemanager");
    try {
      String in = Files.createDirectories(testbed.mount().resolve("in3")).toString();
      HostCommandResult run =
          situ("run", "wordcount", in, testbed.mount().resolve("out3").toString());
      assertThat(run.exitCode()).isEqualTo(5);
      assertThat(run.err().strip().lines()).hasSize(1);
      assertThat(run.err()).contains("the ResourceManager", "node1:8032", "does not answer");
    } finally {
      testbed.startDaemon("node1", "resourcemanager");
      testbed.awaitHadoop();
    }
  }

  @Tag("long")
  @Test
  void tasksThatFailAreSaidInOneSentence() throws IOException {
    Path in = Files.createDirectories(testbed.mount().resolve("in4"));
    Files.write(in.resolve("a.gz"), new byte[] {1, 2, 3});
    Path out = testbed.mount().resolve("out4");
    HostCommandResult run =
        situ("run", "-Dmapreduce.map.maxattempts=2", "wordcount", in.toString(), out.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().strip().lines()).hasSize(1);
    assertThat(run.err())
        .contains("(word count) failed: Unexpected end of input stream; its log is " + state);
    assertThat(situ("report").orThrow()).contains("Unexpected end of input stream");
    assertThat(out).doesNotExist();
  }

  private HostCommandResult situ(String... words) {
    return Commands.result(call(words), "");
  }

  private List<String> call(String... words) {
    return BuiltSourceTree.situ(
        state, Commands.concat(List.of("--conf", testbed.confDir().toString()), List.of(words)));
  }

  private static String applications(String states) throws IOException {
    try (var in =
        URI.create("http://node1:8088/ws/v1/cluster/apps?states=" + states).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Whether the one host's file is there; it gets its name when it is whole. */
  private static boolean aggregated(Path logs, String application) throws IOException {
    try (Stream<Path> files = Files.walk(logs)) {
      return files.anyMatch(file -> file.toString().matches(".*/" + application + "/node1_\\d+"));
    }
  }
}
