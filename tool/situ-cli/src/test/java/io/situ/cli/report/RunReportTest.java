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
    return job("yarn", state, failure, read, List.of());
  }

  private static JobRecord job(
      String framework,
      State state,
      Optional<String> failure,
      Optional<Distances> read,
      List<JobRecord.Host> hosts) {
    return new JobRecord(
        "job_1_0001",
        "word count",
        framework,
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
        RunReport.of(
            "run",
            RunSummary.unfinished("wordcount"),
            List.of(job(State.RUNNING, Optional.empty(), Optional.empty())));

    assertThat(report.lines())
        .contains("wordcount was still running when last seen", "  read     not measured");
    assertThat(report.toJson().get("bytesLocal").isNull()).isTrue();
    assertThat(report.toJson().get("seconds").isNull()).isTrue();
    assertThat(report.toJson().at("/jobs/0/bytesRemote").isNull()).isTrue();
  }

  @Test
  void theStateIsTheProgramsAndAJobOfYarnMayStillRun() {
    JobRecord yarn = job(State.RUNNING, Optional.empty(), Optional.empty());
    JobRecord local = job("local", State.RUNNING, Optional.empty(), Optional.empty(), List.of());
    String mayRun =
        "  job      job_1_0001 (word count) may still run on YARN: its end was not seen";
    RunSummary killed = RunSummary.unreported("wordcount");

    assertThat(RunReport.of("run", GOOD, List.of(yarn)).lines())
        .startsWith("wordcount succeeded in 2.0 s")
        .contains(mayRun);
    assertThat(RunReport.of("run", killed, List.of(yarn)).lines())
        .startsWith("wordcount failed")
        .contains(mayRun);
    RunReport report = RunReport.of("run", killed, List.of(local));
    assertThat(report.lines())
        .startsWith("wordcount failed")
        .noneMatch(line -> line.contains("run on YARN"));
    assertThat(report.toJson().path("state").asText()).isEqualTo("FAILED");
  }

  /** Its submission was not answered, or its client lost the cluster; the cluster says more. */
  @Test
  void howAJobEndedIsSaidAlsoIfItsProgramFailedBefore() {
    RunSummary lost =
        new RunSummary(
            "wordcount", OptionalDouble.of(2), 5, Optional.of("it may run all the same"));
    JobRecord succeeded = job(State.SUCCEEDED, Optional.empty(), Optional.empty());
    JobRecord failed = job(State.FAILED, Optional.of("no such class"), Optional.empty());

    assertThat(RunReport.of("run", lost, List.of(succeeded)).lines())
        .startsWith("wordcount failed in 2.0 s", "  reason   it may run all the same")
        .contains("  job      job_1_0001 (word count) succeeded");
    assertThat(RunReport.of("run", lost, List.of(failed)).lines())
        .contains("  job      job_1_0001 (word count) failed: no such class");
  }

  @Test
  void aReasonIsNotRepeated() {
    JobRecord failed = job(State.FAILED, Optional.of("no such class"), Optional.empty());
    RunSummary summary =
        new RunSummary(
            "wordcount",
            OptionalDouble.of(2),
            1,
            Optional.of("job job_1_0001 (word count) failed: no such class; its log is x"));

    assertThat(RunReport.of("run", summary, List.of(failed)).lines())
        .filteredOn(line -> line.contains("no such class"))
        .hasSize(1);
  }

  @Test
  void nothingIsSummedUpWhereNotAllJobsAreKnown() {
    JobRecord job =
        job(State.SUCCEEDED, Optional.empty(), Optional.of(new Distances(100, 0, 20, 0)));
    String gap = "what some of its jobs did is not known: 'x' is damaged: it has no id";
    RunReport report = new RunReport("run", GOOD, new KnownJobs(List.of(job), Optional.of(gap)));

    assertThat(report.lines())
        .containsExactly(
            "wordcount succeeded in 2.0 s",
            "  note     " + gap,
            "  job      job_1_0001 (word count) succeeded");
    assertThat(report.toJson().path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(report.toJson().path("reason").asText()).isEqualTo(gap);
    for (String sum : List.of("inputBytes", "maps", "bytesLocal", "output")) {
      assertThat(report.toJson().get(sum).isNull()).as(sum).isTrue();
    }
    assertThat(report.toJson().at("/jobs/0/inputBytes").asLong()).isEqualTo(100);

    RunSummary bad = new RunSummary("wordcount", OptionalDouble.of(2), 1, Optional.of(gap));
    assertThat(new RunReport("run", bad, report.jobs()).lines())
        .filteredOn(line -> line.contains(gap))
        .containsExactly("  reason   " + gap);
  }

  @Test
  void ofARunWithoutJobsNoNumberIsKnown() {
    assertThat(RunReport.of("run", GOOD, List.of()).toJson().get("inputBytes").isNull()).isTrue();
  }

  @Test
  void theSumOfJobsIsUnknownWhereOneWasNotMeasured() {
    JobRecord measured =
        job(State.SUCCEEDED, Optional.empty(), Optional.of(new Distances(100, 0, 20, 0)));
    JobRecord killed = job(State.KILLED, Optional.empty(), Optional.empty());

    assertThat(RunReport.of("run", GOOD, List.of(measured, measured)).distances())
        .isEqualTo("200 B local, 0 B same rack, 40 B remote");
    assertThat(RunReport.of("run", GOOD, List.of(measured, killed)).distances())
        .isEqualTo("not measured");
  }

  @Test
  void whatATerminalCouldActOnIsEscaped() {
    RunSummary bad =
        new RunSummary(
            "my\u001b[2Jjob", OptionalDouble.of(2), 1, Optional.of("no '\u001b[31m'\n  at x"));
    List<String> lines =
        RunReport.of("run", bad, List.of(job(State.FAILED, Optional.empty(), Optional.empty())))
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
        RunReport.of(
            "run",
            GOOD,
            List.of(
                job(
                    "yarn",
                    State.SUCCEEDED,
                    Optional.empty(),
                    Optional.empty(),
                    List.of(host, other))));

    assertThat(report.lines()).anyMatch(line -> line.startsWith("  hosts    \\x1b[31m  "));
  }

  @Test
  void aFailedJobThatItsProgramPassesOverIsNamed() {
    JobRecord failed = job(State.FAILED, Optional.of("no such class"), Optional.empty());

    assertThat(RunReport.of("run", GOOD, List.of(failed)).lines())
        .contains(
            "  note     job job_1_0001 (word count) failed: no such class; its program ended with"
                + " 0 all the same");
  }

  /** A program that was killed after its first job may have had more to do. */
  @Test
  void aJobThatSucceededIsNoSuccessOfARunThatDidNotReportItsEnd() {
    JobRecord job = job(State.SUCCEEDED, Optional.empty(), Optional.empty());
    RunReport killed = RunReport.of("run", RunSummary.unreported("grep"), List.of(job));
    RunReport unknown = RunReport.of("run", RunSummary.unfinished("grep"), List.of(job));

    assertThat(killed.lines())
        .startsWith(
            "grep failed", "  reason   its process is over and did not report how the run ended")
        .contains("  job      job_1_0001 (word count) succeeded");
    assertThat(killed.toJson().path("state").asText()).isEqualTo("FAILED");
    assertThat(killed.toJson().path("exitCode").asInt()).isNotZero();
    assertThat(unknown.lines())
        .startsWith("grep was still running when last seen")
        .contains("  job      job_1_0001 (word count) succeeded");
    assertThat(unknown.toJson().path("state").asText()).isEqualTo("RUNNING");
    assertThat(RunReport.of("run", GOOD, List.of(job)).lines())
        .noneMatch(line -> line.startsWith("  job "));
  }
}
