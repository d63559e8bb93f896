// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.console.ExitCode;
import io.situ.cli.run.BuiltInJob;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is written about the tool is what the tool is. */
@Tag("end-to-end")
class GuideTest {

  @Test
  void theManualPageIsTheOneTheToolPrints() throws IOException {
    assertThat(Files.readString(Tool.HOME.resolve("docs/man/situ.1")))
        .as("rewrite it with: bin/situ man > docs/man/situ.1")
        .isEqualTo(ManPage.text() + "\n");
  }

  @Test
  void theGuideNamesEveryCommandJobAndExitCode() throws IOException {
    String guide = Files.readString(Tool.HOME.resolve("docs/guide/commands.md"));

    for (ExitCode exit : ExitCode.values()) {
      assertThat(guide).contains("| " + exit.code() + " | " + exit.meaning() + " |");
    }
    for (BuiltInJob workload : BuiltInJob.values()) {
      assertThat(guide)
          .contains("`" + workload.word() + " " + workload.arguments().replace("|", "\\|") + "`");
    }
    for (CommandLine command : SituCli.commandLine().getSubcommands().values()) {
      assertThat(guide).contains("`situ " + command.getCommandName());
    }
  }

  @Test
  void everyOptionIsDescribed() {
    for (CommandLine command : SituCli.commandLine().getSubcommands().values()) {
      assertThat(command.getCommandSpec().usageMessage().header()).isNotEmpty();
      assertThat(command.getCommandSpec().options())
          .allMatch(
              option -> Arrays.stream(option.description()).anyMatch(text -> !text.isBlank()));
    }
  }
}
