package io.situ.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.mapreduce.JobRecord;
import java.io.IOException;
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
    description = "Without JOB the last run. The last 100 runs of this user are remembered.")
final class ReportCommand implements Callable<Integer> {

  @ParentCommand private Situ situ;

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
  public Integer call() throws IOException {
    if (last && job != null) {
      throw Problem.usage("--last and a job cannot both be given");
    }
    RunFolder folder = job == null ? newest() : find();
    RunReport report = read(folder);
    if (json) {
      situ.out().prettyJson(report.toJson());
    } else {
      report.lines().forEach(situ.out()::line);
    }
    return Exit.OK.code();
  }

  private static RunFolder newest() throws IOException {
    for (RunFolder folder : RunFolder.all()) {
      if (folder.summary().isPresent()) {
        return folder;
      }
    }
    throw Problem.input("nothing was run yet; 'situ run wordcount DIR OUT' would");
  }

  private RunFolder find() throws IOException {
    for (RunFolder folder : RunFolder.all()) {
      if (folder.name().equals(job)
          || folder.jobs().stream().map(JobRecord::id).anyMatch(job::equals)) {
        return folder;
      }
    }
    throw Problem.input("no run of '" + job + "' is remembered");
  }

  private static RunReport read(RunFolder folder) throws IOException {
    Optional<JsonNode> summary = folder.summary();
    List<JobRecord> jobs = folder.jobs();
    return new RunReport(
        folder.name(),
        summary.map(json -> json.path("name").asText()).orElse("a run"),
        summary.map(json -> json.path("seconds").asDouble()).orElse(0.0),
        summary.map(json -> json.path("exitCode").asInt()).orElse(Exit.FAILED.code()),
        jobs);
  }
}
