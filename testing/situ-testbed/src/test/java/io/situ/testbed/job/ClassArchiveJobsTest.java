// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
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
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that the cluster makes after the first job of {@code situ run}. */
@Tag("cluster")
class ClassArchiveJobsTest {

  private static final String KEPT = "situ://vol/kept";

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2)).leftToTheNext();

  private final Testbed testbed = TESTBED.testbed();
  private final TestbedJobs jobs = new TestbedJobs(testbed);

  @TempDir private Path state;

  private void run(String out, String... settings) throws IOException {
    List<String> words = new ArrayList<>(List.of("--conf", testbed.confDir().toString(), "run"));
    words.add("-Dsitu.mapreduce.launch.classes=auto");
    words.add("-Dsitu.mapreduce.launch.dir=" + KEPT);
    for (String setting : settings) {
      words.add("-D" + setting);
    }
    words.addAll(List.of("wordcount", "situ://vol/archive-in", "situ://vol/" + out));
    Commands.result(BuiltSourceTree.situ(state, words), "").orThrow();
    assertThat(jobs.words(out)).isEqualTo(jobs.expected("archive-in"));
  }

  @Test
  void theNextJobStartsWithTheArchiveThatTheFirstLeftToTheClusterToMake() throws Exception {
    jobs.writeWords("archive-in", 3, 64 << 10);

    run("archive-first");
    Path kept = testbed.mount().resolve("kept");
    Await.until(
        "have an archive and its note",
        () -> {
          try (var notes = Files.newDirectoryStream(kept, "*.classes.json")) {
            return notes.iterator().hasNext();
          }
        });
    Path loaded = Files.createDirectory(testbed.mount().resolve("loaded"));
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
  }
}
