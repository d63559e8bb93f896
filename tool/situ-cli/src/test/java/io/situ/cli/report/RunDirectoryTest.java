// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.local.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
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

  /** A run of this process, in a directory whose locks and processes prove nothing. */
  private RunDirectory runOfAnotherHost(Duration age) throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    new RunProcess(scratch, false).begin().close();
    run.write(RunSummary.unfinished("grep"));
    Files.createDirectories(run.records());
    Files.writeString(run.log(), "");
    setAge(age);
    return run;
  }

  private void setAge(Duration age) throws IOException {
    FileTime time = FileTime.from(Instant.now().minus(age));
    try (Stream<Path> all = Files.walk(scratch)) {
      for (Path one : all.toList()) {
        Files.setLastModifiedTime(one, time);
      }
    }
  }

  private boolean isForgettable(RunDirectory run) {
    return run.isForgettable(new RunProcess(scratch, false));
  }

  @Test
  void aRunOfAnotherHostIsForgottenOnceItReportedItsEnd() throws IOException {
    RunDirectory run = runOfAnotherHost(Duration.ZERO);
    assertThat(isForgettable(run)).isFalse();

    run.write(new RunSummary("grep", OptionalDouble.of(1), 0, Optional.empty()));

    assertThat(isForgettable(run)).isTrue();
    run.note("situ:///a/.snap/b");
    assertThat(isForgettable(run)).isFalse();
  }

  @Test
  void aRunOfAnotherHostThatWasKilledIsForgottenAfterAWhile() throws IOException {
    RunDirectory run = runOfAnotherHost(Duration.ofDays(29));
    assertThat(isForgettable(run)).isFalse();

    setAge(Duration.ofDays(31));

    assertThat(isForgettable(run)).isTrue();
    Files.writeString(run.records().resolve("job_1_1.json"), "{}");
    assertThat(isForgettable(run)).isFalse();
  }

  @Test
  void aRunWhoseLockIsSeenIsNotForgotten() throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    try (LockedFile held = new RunProcess(scratch, false).begin()) {
      run.write(new RunSummary("grep", OptionalDouble.of(1), 0, Optional.empty()));
      setAge(Duration.ofDays(31));
      assertThat(held.isHeld()).isTrue();
      assertThat(isForgettable(run)).isFalse();
    }
    assertThat(isForgettable(run)).isTrue();
  }
}
