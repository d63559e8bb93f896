// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.console.ExitCode;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.report.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunResultTest {

  @TempDir private Path scratch;
  private RunDirectory run;

  @BeforeEach
  void damageARecord() throws IOException {
    run = new RunDirectory(scratch);
    Files.createDirectory(run.records());
    Files.writeString(run.records().resolve("job_1_1.json"), "{");
  }

  private RunSummary summary(Optional<BuiltInJob> known, int code) throws IOException {
    new RunResult(run, call(known), 1).keep(code);
    return run.summary().orElseThrow();
  }

  private static JobCall call(Optional<BuiltInJob> known) {
    return new JobCall("a", known, Path.of("a.jar"), List.of(), Map.of(), Map.of(), Map.of());
  }

  @Test
  void aProgramWhoseRecordsAreDamagedEndsWithItsOwnCode() throws IOException {
    assertThat(summary(Optional.empty(), 0).exitCode()).isZero();
    JsonNode report = new RunResult(run, call(Optional.empty()), 1).keep(0).toJson();
    assertThat(report.path("reason").asText()).startsWith("what its jobs did is not known: '");
    assertThat(report.get("inputBytes").isNull()).isTrue();
    assertThat(report.get("maps").isNull()).isTrue();

    RunSummary failed = summary(Optional.empty(), 3);
    assertThat(failed.exitCode()).isNotZero();
    assertThat(failed.reason().orElseThrow()).contains("ended with exit code 3");
  }

  /** A process that ran out of room leaves an empty file, or a part of it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "NO_SP", "FAILED\n", "NO_SP\nwhy\n"})
  void halfAReasonIsNone(String content) throws IOException {
    Files.writeString(scratch.resolve("failure"), content);

    assertThat(summary(Optional.empty(), 3).reason().orElseThrow())
        .contains("ended with exit code 3");
  }

  @Test
  void theReasonOfAProcessIsItsRuns() throws IOException {
    Files.writeString(scratch.resolve("failure"), "NO_SPACE\nthe disk is full\n");

    RunSummary summary = summary(Optional.empty(), 3);
    assertThat(summary.exitCode()).isEqualTo(ExitCode.UNAVAILABLE.code());
    assertThat(summary.reason()).contains("the disk is full");
  }

  @Test
  void aFailedJobCountsBesideADamagedRecord() throws IOException {
    Files.writeString(
        run.records().resolve("job_1_2.json"),
        "{\"id\": \"job_1_2\", \"state\": \"FAILED\", \"failure\": \"no such class\"}");

    assertThat(summary(Optional.of(BuiltInJob.values()[0]), 0).reason().orElseThrow())
        .contains("job_1_2", "no such class");
  }

  @Test
  void ofAKnownJobWhoseRecordsAreDamagedSuccessIsNotKnown() throws IOException {
    RunSummary summary = summary(Optional.of(BuiltInJob.values()[0]), 0);

    assertThat(summary.exitCode()).isNotZero();
    assertThat(summary.reason().orElseThrow())
        .startsWith("what its jobs did is not known: '")
        .contains("job_1_1.json' is damaged: ");
  }
}
