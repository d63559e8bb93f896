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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The archives of classes that the cluster makes after jobs of {@code situ run}. */
@Tag("cluster")
@Tag("long")
class ClassArchiveJobsTest {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2)).leftToTheNext();

  private final Testbed testbed = TESTBED.testbed();
  private final TestbedJobs jobs = new TestbedJobs(testbed);

  @TempDir private Path state;

  private String kept;

  private String run(String out, String... settings) throws IOException {
    List<String> words = new ArrayList<>(List.of("--conf", testbed.confDir().toString(), "run"));
    words.add("-Dsitu.mapreduce.launch.classes=auto");
    words.add("-Dsitu.mapreduce.launch.dir=situ://vol/" + kept);
    for (String setting : settings) {
      words.add("-D" + setting);
    }
    words.addAll(List.of("wordcount", "situ://vol/archive-in", "situ://vol/" + out));
    HostCommandResult result = Commands.result(BuiltSourceTree.situ(state, words), "");
    result.orThrow();
    assertThat(jobs.words(out)).isEqualTo(jobs.expected("archive-in"));
    return result.out() + result.err();
  }

  private List<Path> notes() throws IOException {
    try (Stream<Path> files = Files.list(testbed.mount().resolve(kept))) {
      return files.filter(file -> file.toString().endsWith(".classes.json")).toList();
    }
  }

  private void awaitArchives(int count) {
    Await.until("have " + count + " archives and their notes", () -> notes().size() == count);
  }

  @BeforeEach
  void write(TestInfo test) throws IOException {
    kept = "kept-" + test.getTestMethod().orElseThrow().getName();
    if (Files.notExists(testbed.mount().resolve("archive-in"))) {
      jobs.writeWords("archive-in", 3, 64 << 10);
    }
  }

  @Test
  void theNextJobStartsWithTheArchiveThatTheFirstLeftToTheClusterToMake() throws Exception {
    run("archive-first");
    awaitArchives(1);
    Path loaded = Files.createDirectory(testbed.mount().resolve("loaded"));
    String report =
        run(
            "archive-next",
            "yarn.app.mapreduce.am.command-opts=-Xmx384m",
            "mapreduce.map.java.opts=-Xmx384m -Xlog:class+load:file=" + loaded + "/%p",
            "mapreduce.reduce.java.opts=-Xmx384m");

    try (Stream<Path> maps = Files.list(loaded)) {
      assertThat(maps.toList())
          .isNotEmpty()
          .allSatisfy(
              map ->
                  assertThat(map)
                      .content()
                      .containsPattern(
                          "org.apache.hadoop.conf.Configuration source: shared objects file"));
    }
    assertThat(report).doesNotContain("does not fit");
  }

  @Test
  void anArchiveThatNoMapCouldUseIsFollowedByAnother() throws Exception {
    run("archive-made");
    awaitArchives(1);
    upgrade();

    assertThat(run("archive-outdated"))
        .contains("class archive situ://vol/" + kept + " does not fit ");
    awaitArchives(2);
    assertThat(run("archive-renewed")).doesNotContain("does not fit");
  }

  /** To Java it looks like one: its class path is not the archive's. A day passes, too. */
  private void upgrade() throws IOException {
    Path note = notes().get(0);
    String before = Files.readString(note);
    String after = before.replaceFirst("(\"classPath\" : \\[ )\"[^\"]*\", ", "$1");
    assertThat(after).isNotEqualTo(before);
    Files.writeString(note, after);
    try (Stream<Path> files = Files.list(testbed.mount().resolve(kept))) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("classes.attempt")) {
          Files.delete(file);
        }
      }
    }
  }
}
