// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.mapreduce.ClusterJobs;
import io.situ.mapreduce.JobRecord;
import io.situ.mapreduce.ResourceManagers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints a run's report again. */
@Command(
    name = "report",
    header = "Tell again what a run did.",
    description = {
      "Without JOB the last run. The last 100 runs of this user are remembered; with --conf DIR any"
          + " job that the cluster's history server knows is found too."
    })
final class ReportCommand implements Callable<Integer> {

  private static final double MILLIS_PER_SECOND = 1000;

  @ParentCommand private SituCli situ;

  @Parameters(
      arity = "0..1",
      paramLabel = "JOB",
      description = "A job's id such as job_1700000000000_0001, or a run's name.")
  private String job;

  @Option(names = "--last", description = "The last run, which is the default.")
  private boolean last;

  @Option(names = "--json", description = "As JSON, with every counter.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (last && job != null) {
      throw CliException.usage("--last and a job cannot both be given");
    }
    RunReport report = job == null ? read(newest()) : find();
    if (json) {
      situ.out().prettyJson(report.toJson());
    } else {
      report.lines().forEach(situ.out()::line);
    }
    return ExitCode.OK.code();
  }

  private static RunDirectory newest() throws IOException {
    for (RunDirectory folder : RunDirectory.all()) {
      if (folder.summary().isPresent()) {
        return folder;
      }
    }
    throw CliException.input("nothing was run yet; 'situ run wordcount DIR OUT' would");
  }

  private RunReport find() throws IOException, InterruptedException {
    for (RunDirectory folder : RunDirectory.all()) {
      if (folder.name().equals(job)
          || folder.jobs().stream().map(JobRecord::id).anyMatch(job::equals)) {
        return read(folder);
      }
    }
    if (situ.conf().isEmpty() || !job.matches("job_\\d+_\\d+")) {
      throw CliException.input(
          "no run of '" + job + "' is remembered; a cluster's job is found with --conf DIR");
    }
    return onCluster(situ.conf().get());
  }

  /** A job that another user submitted, or this user from another host. */
  private RunReport onCluster(Path conf) throws IOException, InterruptedException {
    Optional<String> obstacle = ResourceManagers.obstacle(conf, situ.given());
    if (obstacle.isPresent()) {
      throw new CliException(ExitCode.UNAVAILABLE, obstacle.get());
    }
    JobRecord record =
        ClusterJobs.find(conf, situ.given(), job)
            .orElseThrow(
                () ->
                    CliException.input("the cluster of '" + conf + "' knows no ended job " + job));
    double seconds =
        (record.times().finished().orElse(0) - record.times().submitted()) / MILLIS_PER_SECOND;
    ExitCode exit = record.state() == JobRecord.State.SUCCEEDED ? ExitCode.OK : ExitCode.FAILED;
    RunSummary summary = new RunSummary(record.name(), seconds, exit.code(), record.failure());
    return new RunReport(job, summary, List.of(record));
  }

  private static RunReport read(RunDirectory folder) throws IOException {
    return new RunReport(
        folder.name(), folder.summary().orElse(RunSummary.unfinished("a run")), folder.jobs());
  }
}
