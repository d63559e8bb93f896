// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.JobRecord.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunReportTest {

  private static final RunSummary GOOD =
      new RunSummary("wordcount", OptionalDouble.of(2), 0, Optional.empty());

  private static JobRecord job(State state, Optional<String> failure, Optional<Distances> read) {
    return job(state, failure, read, List.of());
  }

  private static JobRecord job(
      State state, Optional<String> failure, Optional<Distances> read, List<JobRecord.Host> hosts) {
    return new JobRecord(
        "job_1_0001",
        "word count",
        "yarn",
        state,
        failure,
        new JobRecord.Times(0, OptionalLong.empty()),
        new JobRecord.Data(
            List.of(),
            OptionalLong.empty(),
            100,
            OptionalLong.empty(),
            Optional.empty(),
            List.of()),
        new JobRecord.Work(
            1, 1, OptionalLong.empty(), read, OptionalLong.empty(), OptionalLong.empty()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        hosts,
        Map.of());
  }

  @Test
  void whatARunningJobReadsIsNotMeasuredYet() {
    RunReport report =
        new RunReport(
            "run",
            RunSummary.unfinished("wordcount"),
            List.of(job(State.RUNNING, Optional.empty(), Optional.empty())));

    assertThat(report.lines())
        .contains("wordcount was still running when last seen", "  read     not measured");
    assertThat(new RunReport("run", GOOD, report.jobs()).lines())
        .contains("wordcount was still running when last seen");
    assertThat(report.toJson().get("bytesLocal").isNull()).isTrue();
    assertThat(report.toJson().get("seconds").isNull()).isTrue();
    assertThat(report.toJson().at("/jobs/0/bytesRemote").isNull()).isTrue();
  }

  @Test
  void theSumOfJobsIsUnknownWhereOneWasNotMeasured() {
    JobRecord measured =
        job(State.SUCCEEDED, Optional.empty(), Optional.of(new Distances(100, 0, 20, 0)));
    JobRecord killed = job(State.KILLED, Optional.empty(), Optional.empty());

    assertThat(new RunReport("run", GOOD, List.of(measured, measured)).distances())
        .isEqualTo("200 B local, 0 B same rack, 40 B remote");
    assertThat(new RunReport("run", GOOD, List.of(measured, killed)).distances())
        .isEqualTo("not measured");
  }

  @Test
  void whatATerminalCouldActOnIsEscaped() {
    RunSummary bad =
        new RunSummary(
            "my\u001b[2Jjob", OptionalDouble.of(2), 1, Optional.of("no '\u001b[31m'\n  at x"));
    List<String> lines =
        new RunReport("run", bad, List.of(job(State.FAILED, Optional.empty(), Optional.empty())))
            .lines();

    assertThat(lines.get(0)).startsWith("my\\x1b[2Jjob failed");
    assertThat(lines.get(1)).isEqualTo("  reason   no '\\x1b[31m'; at x");
  }

  @Test
  void hostNamesAreEscaped() {
    JobRecord.Host host =
        new JobRecord.Host("\u001b[31m", 1, OptionalLong.empty(), 0, Optional.empty());
    JobRecord.Host other = new JobRecord.Host("b", 1, OptionalLong.empty(), 0, Optional.empty());
    RunReport report =
        new RunReport(
            "run",
            GOOD,
            List.of(
                job(State.SUCCEEDED, Optional.empty(), Optional.empty(), List.of(host, other))));

    assertThat(report.lines()).anyMatch(line -> line.startsWith("  hosts    \\x1b[31m  "));
  }

  @Test
  void aFailedJobThatItsProgramPassesOverIsNamed() {
    JobRecord failed = job(State.FAILED, Optional.of("no such class"), Optional.empty());

    assertThat(new RunReport("run", GOOD, List.of(failed)).lines())
        .contains(
            "  note     job job_1_0001 (word count) failed: no such class; its program ended with"
                + " 0 all the same");
  }

  /** A program that was killed after its first job may have had more to do. */
  @Test
  void aJobThatSucceededIsNoSuccessOfARunThatDidNotReportItsEnd() {
    JobRecord job = job(State.SUCCEEDED, Optional.empty(), Optional.empty());
    RunReport killed = new RunReport("run", RunSummary.killed("grep"), List.of(job));
    RunReport unknown = new RunReport("run", RunSummary.unfinished("grep"), List.of(job));

    assertThat(killed.lines())
        .startsWith("grep failed", "  reason   its process was killed")
        .contains("  job      job_1_0001 (word count) succeeded");
    assertThat(killed.toJson().path("state").asText()).isEqualTo("FAILED");
    assertThat(killed.toJson().path("exitCode").asInt()).isNotZero();
    assertThat(unknown.lines())
        .startsWith("grep was still running when last seen")
        .contains("  job      job_1_0001 (word count) succeeded");
    assertThat(unknown.toJson().path("state").asText()).isEqualTo("RUNNING");
    assertThat(new RunReport("run", GOOD, List.of(job)).lines())
        .noneMatch(line -> line.startsWith("  job "));
  }
}
