// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What messages ask people to do works, and what cannot start says why. */
@Tag("end-to-end")
class SuggestedRemediesToolTest extends ToolFixture {

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(scratch.resolve("file"), "a b\n");
  }

  @Test
  void optionsOfJnaReachJava() throws Exception {
    Path directory = Files.createDirectory(scratch.resolve("jna"));

    assertThat(situ.run("-Djna.tmpdir=" + directory, "ls", file).code()).isZero();
    for (List<Object> wrong :
        List.<List<Object>>of(
            List.of("-Djna.tmpdir=/proc/none", "ls", file),
            List.of("-D", "jna.tmpdir=/proc/none", "ls", file))) {
      Tool.Result refused = situ.run(wrong.toArray());
      assertThat(refused.err()).contains("-Djna.tmpdir=DIRECTORY of situ").hasLineCount(1);
      assertThat(refused.code()).isNotZero();
    }
  }

  @Test
  void tooFewOpenFilesAreASentence() throws Exception {
    List<String> limited =
        List.of(
            "bash",
            "-c",
            "ulimit -n 40; exec \"$@\"",
            "bash",
            Tool.HOME.resolve("bin/situ").toString());
    Tool.Result refused = new Tool(scratch, limited, scratch).run("ls", file);

    assertThat(refused.err())
        .startsWith("situ: a process may open only 40 files here")
        .hasLineCount(1);
    assertThat(refused.code()).isEqualTo(ExitCode.UNAVAILABLE.code());
  }

  @Test
  void missingPlacementIsReported() throws Exception {
    Tool.Result located = new InProcessTool().run("locate", file);

    assertThat(located.out()).isEmpty();
    assertThat(located.err())
        .isEqualTo("situ: the store does not say which hosts hold '" + file + "'\n");
    assertThat(located.code()).isZero();
  }

  @Test
  void aPlainPathBelowAStoresRootTakesItsSettings() throws Exception {
    Path hosts = Files.writeString(scratch.resolve("hosts"), "/**\tnode7\n");
    String root = "fs.situ.store.s.root=" + scratch;
    String map = "fs.situ.store.s.placement.file=" + hosts;

    assertThat(new InProcessTool().run("-D", root, "-D", map, "locate", file).out())
        .isEqualTo("0\t4\tnode7\t\n");
    assertThat(new InProcessTool().run("-D", root, "-D", map, "doctor", file).out())
        .contains("node7");
  }

  @Test
  void whatAPlacementCommandSaysIsInTheMessage() throws Exception {
    Path command =
        Files.writeString(scratch.resolve("c"), "#!/bin/sh\necho no table >&2; exit 4\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();

    Tool.Result located =
        new InProcessTool().run("-D", "fs.situ.placement.command=" + command, "locate", file);

    assertThat(located.err()).contains("ended with exit code 4: no table");
  }
}
