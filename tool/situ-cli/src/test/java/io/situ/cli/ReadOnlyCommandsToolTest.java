// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the commands that only look get from the script and from their process. */
@Tag("end-to-end")
class ReadOnlyCommandsToolTest extends ToolFixture {

  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = SmallTree.write(scratch);
  }

  @Test
  void theScriptPassesArgumentsOutputErrorsAndTheExitCode() throws Exception {
    Tool.Result listed = situ.run("ls", data, data.resolve("none \"b' $c"));

    assertThat(listed.code()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(listed.err())
        .isEqualTo("situ: '" + data + "/none \"b' $c': no such file or directory\n");
    assertThat(situ.run("ls", data).out()).isEqualTo("a\nlink\nsub\n");
    assertThat(situ.run().code()).isEqualTo(ExitCode.USAGE.code());
  }

  @Tag("long")
  @Test
  void aSelfTestThatIsEndedLeavesNothing() throws Exception {
    Path empty = Files.createDirectory(scratch.resolve("empty"));
    Tool.Running running = situ.start("doctor", "--self-test", empty);
    while (running.process().isAlive() && isEmpty(empty)) {
      Thread.onSpinWait();
    }
    running.process().destroy();
    running.result();
    assertThat(empty).isEmptyDirectory();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  @Test
  void progressIsForTerminalsOnly() throws Exception {
    Path many = Files.createDirectory(scratch.resolve("many"));
    for (int i = 0; i < 3_000; i++) {
      Files.createFile(many.resolve("f" + i));
    }
    Path inventory = scratch.resolve("inventory");
    String scan = Tool.HOME + "/bin/situ scan " + many + " --inventory ";
    Tool terminal = new Tool(scratch, List.of("script", "-qec", scan + inventory), scratch);
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script program");

    assertThat(terminal.run("/dev/null").out()).contains("\r\033[K").contains(" objects, ");
    Tool.Result piped = situ.run("scan", many, "--inventory", scratch.resolve("second"));
    assertThat(piped.err()).isEmpty();
    assertThat(piped.out()).doesNotContain("\r");
  }

  @Test
  void versionNamesAllThree() throws Exception {
    assertThat(situ.run("version").out()).matches("Situ \\S+, Hadoop 3\\.\\S+, Java \\S+\n");
  }
}
