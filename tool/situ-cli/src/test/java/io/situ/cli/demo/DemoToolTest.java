// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.Tool;
import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demonstration where no hosts are made; the one with hosts is tested with the testbed. */
@Tag("end-to-end")
class DemoToolTest {

  @TempDir private Path scratch;
  private Path temporary;
  private Path testbed;
  private Tool tool;

  @BeforeEach
  void startWithATemporaryDirectoryOfItsOwn() throws IOException {
    temporary = Files.createDirectory(scratch.resolve("tmp"));
    testbed = scratch.resolve("bed");
    List<String> program =
        List.of(
            "env",
            // Who starts the tests in the background has them ignore Ctrl-C.
            "--default-signal=INT",
            "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary,
            "SITU_TESTBED_DIR=" + testbed,
            Tool.HOME.resolve("bin/situ").toString());
    tool = new Tool(scratch, program, scratch);
  }

  @Test
  void showsBothReportsAndKeepsTheFilesIfAsked() throws Exception {
    Tool.Result demo = tool.run("demo", "--embedded", "--megabytes", "1", "--keep");

    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out())
        .containsPattern("stock, file:// +in place, situ://")
        .containsPattern("maps +12 +\\d")
        .containsPattern("time +[0-9.]+ s +[0-9.]+ s")
        .contains("Both gave the same answer.")
        .contains("the files stay in " + temporary)
        .doesNotContain("testbed");
    assertThat(demo.err().lines().filter(line -> !line.startsWith("Picked up"))).isEmpty();
    try (var kept = Files.list(temporary)) {
      assertThat(kept.findFirst().orElseThrow().resolve("in")).isNotEmptyDirectory();
    }
  }

  @Tag("long")
  @Test
  void saysWhatIsMissingForHostsAndLeavesNothing() throws Exception {
    // A lock of a process that lives: another process is making a testbed.
    Files.writeString(Path.of(testbed + ".lock"), Files.readString(Path.of("/proc/self/stat")));
    Tool.Result demo = tool.run("demo", "--json", "--megabytes", "1");

    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.err().lines().filter(line -> line.startsWith("situ:")))
        .hasSize(1)
        .allMatch(line -> line.startsWith("situ: hosts cannot be made here"));
    JsonNode json = new ObjectMapper().readTree(demo.out());
    assertThat(json.path("sameAnswer").asBoolean()).isTrue();
    assertThat(json.path("stock").path("report").path("maps").asInt()).isEqualTo(DemoText.FILES);
    assertThat(json.path("inPlace").path("report").path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(temporary).isEmptyDirectory();
  }

  /** By its exit code the demonstration knows that nothing is there to be taken away. */
  @ParameterizedTest
  @ValueSource(strings = {"status", "up"})
  void theTestbedSaysThatItCannotBeBuilt(String verb) throws Exception {
    for (String script : List.of("bin/common.sh", "testing/bin/testbed")) {
      Path copy = scratch.resolve("tree").resolve(script);
      Files.createDirectories(copy.getParent());
      Files.copy(Tool.HOME.resolve(script), copy, StandardCopyOption.COPY_ATTRIBUTES);
    }
    Path script = scratch.resolve("tree/testing/bin/testbed");
    Tool.Result testbed =
        new Tool(scratch, List.of("env", "MVN=" + scratch.resolve("none"), script + ""), scratch)
            .run(verb);

    assertThat(testbed.code()).isEqualTo(4);
    assertThat(testbed.err()).startsWith("testbed: Maven is missing");
  }

  @Test
  void ctrlCTakesEverythingAway() throws Exception {
    Tool.Running demo = tool.start("demo", "--embedded", "--megabytes", "40");
    while (demo.process().isAlive() && !isRunningAJob()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    new ProcessBuilder("kill", "-INT", "" + demo.process().pid()).start().waitFor();
    Tool.Result stopped = demo.result();

    assertThat(stopped.code()).as(stopped.err()).isEqualTo(ExitCode.INTERRUPTED.code());
    assertThat(stopped.err().lines().filter(line -> !line.startsWith("Picked up")))
        .containsExactly("situ: stopped; what the demonstration made was taken away");
    assertThat(stopped.out()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  /** What a job says is kept in a file. */
  private boolean isRunningAJob() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.anyMatch(file -> file.toString().endsWith(".log"));
    }
  }

  @Test
  void refusesAnOddSize() throws Exception {
    Tool.Result demo = tool.run("demo", "--embedded", "--megabytes", "0");

    assertThat(demo.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(demo.err()).contains("--megabytes is 1 to 100000, not 0");
  }
}
