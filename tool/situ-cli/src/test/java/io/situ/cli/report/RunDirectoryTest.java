// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.mapreduce.record.JobRecord;
import io.situ.storage.local.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  /** Only a process of its host can delete it. */
  @Test
  void aRunThatNotesATemporaryDirectoryIsNotForgottenForLong() throws IOException {
    RunDirectory run = runOfAnotherHost(Duration.ZERO);
    run.makeTemporary(Files.createDirectory(scratch.resolve("tmp")));
    run.write(new RunSummary("grep", OptionalDouble.of(1), 0, Optional.empty()));
    setAge(Duration.ofDays(364));
    assertThat(isForgettable(run)).isFalse();

    setAge(Duration.ofDays(366));
    assertThat(isForgettable(run)).isTrue();
    setAge(Duration.ofDays(1));
    run.deleteTemporary();
    assertThat(isForgettable(run)).isTrue();
  }

  @Test
  void askingWhetherARunIsOverCreatesNothing() throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    run.write(new RunSummary("grep", OptionalDouble.of(1), 0, Optional.empty()));

    assertThat(run.isDead()).isEqualTo(RunProcess.of(scratch).local());
    assertThat(run.doubt().isPresent()).isNotEqualTo(run.isDead());
    assertThat(isForgettable(run)).isTrue();
    assertThat(scratch.toFile().list()).containsExactly("run.json");
  }

  @Test
  void intactRecordsAreKnownBesideADamagedOne() throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    assertThat(run.jobs()).isEqualTo(new KnownJobs(List.of(), Optional.empty()));
    Files.createDirectory(run.records());
    Files.writeString(run.records().resolve("job_1_1.json"), "{\"id\": \"job_1_1\"}");
    Path damaged = Files.writeString(run.records().resolve("job_1_2.json"), "{");

    assertThat(run.jobs().records()).extracting(JobRecord::id).containsExactly("job_1_1");
    assertThat(run.jobs().gap().orElseThrow())
        .startsWith("what some of its jobs did is not known: '" + damaged + "' is damaged: ");
    assertThat(run.hasJob("job_1_1")).isTrue();
    assertThat(run.hasJob("job_1_2")).isTrue();
    assertThat(run.hasJob("job_1_3")).isFalse();
    assertThat(run.hasJob("../run")).isFalse();
    assertThatThrownBy(run::runningJob).hasMessageContaining("is damaged");
  }

  @Test
  void halfAReportIsNone() throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    assertThat(run.report()).isEmpty();
    KeptReport report =
        new KeptReport(List.of("it succeeded", ""), new ObjectMapper().createObjectNode());
    run.write(report);
    assertThat(run.report()).contains(report);

    Path lines = scratch.resolve("report.txt");
    Files.move(scratch.resolve("report.json"), scratch.resolve("report.json.new"));
    assertThat(run.report()).isEmpty();
    Files.move(scratch.resolve("report.json.new"), scratch.resolve("report.json"));
    Files.delete(lines);
    assertThat(run.report()).isEmpty();
  }

  @Test
  void anErrorBeforeTheJobIsTheEndOfItsRun() throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    run.write(RunSummary.unfinished("grep"));
    run.writeFailure("grep", CliException.input("no snapshot can be taken"));

    RunSummary summary = run.summary().orElseThrow();
    assertThat(summary.isUnfinished()).isFalse();
    assertThat(summary.exitCode()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(summary.reason()).contains("no snapshot can be taken");

    Exception thrown = new IOException("full");
    new RunDirectory(scratch.resolve("none")).writeFailure("grep", thrown);
    assertThat(thrown.getSuppressed()).hasSize(1);
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
