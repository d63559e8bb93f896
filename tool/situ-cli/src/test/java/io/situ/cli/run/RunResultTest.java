// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

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
    JobCall call =
        new JobCall("a", known, Path.of("a.jar"), List.of(), Map.of(), Map.of(), Map.of());
    new RunResult(run, call, 1).keep(code);
    return run.summary().orElseThrow();
  }

  @Test
  void aProgramWhoseRecordsAreDamagedEndsWithItsOwnCode() throws IOException {
    assertThat(summary(Optional.empty(), 0).exitCode()).isZero();

    RunSummary failed = summary(Optional.empty(), 3);
    assertThat(failed.exitCode()).isNotZero();
    assertThat(failed.reason().orElseThrow()).contains("ended with exit code 3");
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
