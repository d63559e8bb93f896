// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDirectoryTest {

  @TempDir private Path scratch;

  @Test
  void summariesAreReadAsTheyWereWritten() throws IOException {
    RunDirectory folder = new RunDirectory(scratch);
    assertThat(folder.summary()).isEmpty();

    for (RunSummary summary :
        new RunSummary[] {
          new RunSummary("wordcount", OptionalDouble.of(1.5), 3, Optional.of("no input")),
          RunSummary.unfinished("grep")
        }) {
      folder.write(summary);
      assertThat(folder.summary()).contains(summary);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"name\":\"grep\"}", "{\"name\":\"grep\",\"exitCode\":\"x\"}"})
  void aDamagedSummaryIsNoSuccess(String content) throws IOException {
    Files.writeString(scratch.resolve("run.json"), content);

    RunSummary summary = new RunDirectory(scratch).summary().orElseThrow();

    assertThat(summary.exitCode()).isNotZero();
    assertThat(summary.reason().orElseThrow())
        .contains(scratch.resolve("run.json") + "' is damaged: ");
  }
}
