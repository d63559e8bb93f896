// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.ExitCode;
import io.situ.cli.report.KnownJobs;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.report.RunReport;
import io.situ.cli.report.RunSummary;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecord.State;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Finds out how a run ended, records it and says so. */
public final class RunResult {

  /** The exit code of a killed process is this and the signal's number. */
  private static final int SIGNALLED = 128;

  private static final int MAX_SIGNAL = 64;

  private final RunDirectory folder;
  private final JobCall call;
  private final double seconds;

  public RunResult(RunDirectory folder, JobCall call, double seconds) {
    this.folder = folder;
    this.call = call;
    this.seconds = seconds;
  }

  /** Prints the report, or why there is none, and gives the tool's exit code. */
  ExitCode report(Console out, int processCode, boolean json) throws IOException {
    KnownJobs jobs = folder.jobs();
    Optional<CliException> problem = problem(processCode, jobs);
    ExitCode exit = problem.map(CliException::exit).orElse(ExitCode.OK);
    RunReport report = keep(jobs, problem, exit);
    if (json) {
      out.prettyJson(report.toJson());
    } else if (problem.isEmpty()) {
      report.lines().forEach(out::line);
    }
    if (problem.isPresent()) {
      throw problem.get();
    }
    return exit;
  }

  /** Records how the run ended, and returns its report; the summary says why it failed. */
  public RunReport keep(int processCode) throws IOException {
    KnownJobs jobs = folder.jobs();
    Optional<CliException> problem = problem(processCode, jobs);
    return keep(jobs, problem, problem.map(CliException::exit).orElse(ExitCode.OK));
  }

  private RunReport keep(KnownJobs jobs, Optional<CliException> problem, ExitCode exit)
      throws IOException {
    RunSummary summary =
        new RunSummary(
            call.name(),
            OptionalDouble.of(seconds),
            exit.code(),
            problem.map(CliException::getMessage));
    folder.write(summary);
    return new RunReport(folder.name(), summary, jobs);
  }

  private Optional<CliException> problem(int processCode, KnownJobs jobs) throws IOException {
    Optional<JobRecord> bad =
        jobs.records().stream()
            .filter(job -> job.state() == State.FAILED || job.state() == State.KILLED)
            .findFirst();
    boolean failed = processCode != 0 || (call.known().isPresent() && bad.isPresent());
    if (!failed) {
      // Programs of Hadoop's examples may end with 0 though a job failed.
      return jobs.gap()
          .filter(gap -> call.known().isPresent())
          .map(gap -> new CliException(ExitCode.FAILED, gap));
    }
    if (bad.isPresent()) {
      return Optional.of(jobFailed(bad.get()));
    }
    Optional<CliException> failure = failure();
    if (failure.isPresent()) {
      return failure;
    }
    String cause = RootCause.last(folder.log()).map(found -> ": " + found.sentence()).orElse("");
    String end =
        processCode > SIGNALLED && processCode <= SIGNALLED + MAX_SIGNAL
            ? "the job's process was killed by signal " + (processCode - SIGNALLED)
            : call.name() + " ended with exit code " + processCode;
    return Optional.of(
        new CliException(ExitCode.FAILED, end + cause + "; its log is " + folder.log()));
  }

  /** Returns why the job's process failed; empty where it wrote nothing, or not all of it. */
  private Optional<CliException> failure() throws IOException {
    Path file = folder.path().resolve("failure");
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    return lines.size() < 2
        ? Optional.empty()
        : Stream.of(StoreException.Kind.values())
            .filter(kind -> kind.name().equals(lines.get(0)))
            .findFirst()
            .map(kind -> new CliException(CliException.exit(kind), lines.get(1)));
  }

  private CliException jobFailed(JobRecord job) throws IOException {
    Optional<RootCause> logged = RootCause.last(folder.log());
    String cause =
        job.failure().or(() -> logged.map(RootCause::sentence)).map(text -> ": " + text).orElse("");
    String what = job.state() == State.KILLED ? " was killed" : " failed";
    return new CliException(
        logged.map(RootCause::exit).orElse(ExitCode.FAILED),
        "job "
            + job.id()
            + " ("
            + job.name()
            + ")"
            + what
            + cause
            + "; its log is "
            + folder.log());
  }
}
