// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.report.RunReport;
import io.situ.cli.report.RunSummary;
import io.situ.cli.spark.EventLogs;
import io.situ.cli.spark.SparkApplication;
import io.situ.cli.spark.SparkInstallation;
import io.situ.cli.spark.SparkReport;
import io.situ.cli.spark.SubmitArguments;
import io.situ.mapreduce.ClusterJobs;
import io.situ.mapreduce.ResourceManagers;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints a run's report again. */
@Command(
    name = "report",
    header = "Print the report of a run again.",
    description = {
      "Without JOB the last run. The last 100 runs of this user are remembered; with --conf DIR any"
          + " job that the cluster's history server knows is found too."
    })
public final class ReportCommand implements Callable<Integer> {

  private static final double MILLIS_PER_SECOND = 1000;
  private static final String YARN = "yarn";

  /** Identifiers that Spark's schedulers give: YARN's, standalone's, local's, Kubernetes'. */
  private static final Pattern SPARK =
      Pattern.compile("application_\\d+_\\d+|app-\\d+-\\d+|local-\\d+|spark-[0-9a-f]+");

  @ParentCommand private GlobalOptions situ;

  @Parameters(
      arity = "0..1",
      paramLabel = "JOB",
      description =
          "A job's id such as job_1700000000000_0001, an id of a Spark application, or a run's"
              + " name.")
  private String job;

  @Option(
      names = "--event-log",
      paramLabel = "DIR",
      description = "Spark's spark.eventLog.dir. Default: that of spark-defaults.conf.")
  private String eventLog;

  @Option(names = "--last", description = "The last run, which is the default.")
  private boolean last;

  @Option(names = "--json", description = "As JSON, with every counter.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (last && job != null) {
      throw CliException.usage("--last and a job cannot both be given");
    }
    if (eventLog != null && job == null) {
      throw CliException.usage("--event-log goes with the id of a Spark application");
    }
    Optional<RunDirectory> folder = job == null ? Optional.of(newest()) : remembered();
    if (folder.isPresent() && !folder.get().reportLines().isEmpty()) {
      kept(folder.get());
    } else if (folder.isPresent()) {
      RunReport report = remembered(folder.get());
      print(report.lines(), report.toJson());
    } else if (SPARK.matcher(job).matches()) {
      SparkReport report = ofSpark();
      print(report.lines(), report.toJson());
    } else {
      RunReport report = ofCluster();
      print(report.lines(), report.toJson());
    }
    return ExitCode.OK.code();
  }

  private void kept(RunDirectory folder) throws IOException {
    print(folder.reportLines(), folder.reportJson().orElseThrow());
  }

  private void print(List<String> lines, JsonNode document) {
    if (json) {
      situ.out().prettyJson(document);
    } else {
      lines.forEach(situ.out()::line);
    }
  }

  private static RunDirectory newest() throws IOException {
    for (RunDirectory folder : RunDirectory.all()) {
      if (folder.summary().isPresent()) {
        return folder;
      }
    }
    throw CliException.input("nothing was run yet; 'situ run wordcount DIR OUT' would");
  }

  private Optional<RunDirectory> remembered() throws IOException {
    for (RunDirectory folder : RunDirectory.all()) {
      if (isOf(folder)) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  private boolean isOf(RunDirectory folder) {
    if (folder.name().equals(job)) {
      return true;
    }
    try {
      Optional<JsonNode> report = folder.reportJson();
      return report.isPresent() && report.get().path("application").asText().equals(job)
          || folder.jobs().stream().map(JobRecord::id).anyMatch(job::equals);
    } catch (IOException e) {
      System.err.println("situ: run " + folder.name() + " is left out: " + e.getMessage());
      return false;
    }
  }

  private SparkReport ofSpark() throws IOException {
    String directory = eventLog == null ? configuredEventLog() : eventLog;
    SparkApplication application =
        new EventLogs(situ.hadoop())
            .read(directory, Optional.of(job))
            .orElseThrow(
                () ->
                    CliException.input(
                        "there is no event log of '"
                            + job
                            + "' in '"
                            + directory
                            + "'; --event-log DIR names another directory"));
    return new SparkReport(application, OptionalInt.empty());
  }

  private String configuredEventLog() {
    try {
      SparkInstallation spark = SparkInstallation.find(System.getenv());
      return new SubmitArguments(List.of(), spark.defaults(System.getenv()))
          .setting("spark.eventLog.dir")
          .orElseThrow(() -> new IOException("spark-defaults.conf sets no spark.eventLog.dir"));
    } catch (IOException e) {
      throw CliException.input(
          "no run of '"
              + job
              + "' is remembered, and where its event log is is not known: "
              + e.getMessage()
              + "; --event-log DIR names it");
    }
  }

  private RunReport ofCluster() throws IOException, InterruptedException {
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
    return new RunReport(job, summary(record), List.of(record));
  }

  /** How a job ended that the cluster calls ended. */
  private static RunSummary summary(JobRecord record) {
    OptionalDouble seconds =
        record.times().finished().stream()
            .mapToDouble(end -> (end - record.times().submitted()) / MILLIS_PER_SECOND)
            .findFirst();
    ExitCode exit = record.state() == JobRecord.State.SUCCEEDED ? ExitCode.OK : ExitCode.FAILED;
    return new RunSummary(record.name(), seconds, exit.code(), record.failure());
  }

  /**
   * What the run's directory says, and of a job whose end was not seen there, because the run was
   * killed or still waits, what the cluster says.
   */
  private RunReport remembered(RunDirectory folder) throws IOException, InterruptedException {
    List<JobRecord> jobs = folder.jobs();
    Optional<JobRecord> ended =
        jobs.stream()
            .filter(one -> jobs.size() == 1 || one.id().equals(job))
            .filter(one -> one.state() == JobRecord.State.RUNNING)
            .filter(one -> one.framework().equals(YARN) && situ.conf().isPresent())
            .findFirst()
            .flatMap(one -> ended(situ.conf().get(), one.id()));
    if (ended.isEmpty()) {
      return new RunReport(
          folder.name(), folder.summary().orElse(RunSummary.unfinished("a run")), jobs);
    }
    RunSummary summary = summary(ended.get());
    if (folder.isDead()) {
      JobRecords.write(folder.records(), ended.get());
      if (jobs.size() == 1) {
        folder.write(summary);
      }
    }
    return new RunReport(folder.name(), summary, List.of(ended.get()));
  }

  /** Empty, with a warning, if the cluster cannot be asked; empty too if the job still runs. */
  private Optional<JobRecord> ended(Path conf, String id) {
    String reason;
    try {
      Optional<String> obstacle = ResourceManagers.obstacle(conf, situ.given());
      if (obstacle.isEmpty()) {
        return ClusterJobs.find(conf, situ.given(), id);
      }
      reason = obstacle.get();
    } catch (IOException e) {
      reason = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reason = "it was interrupted";
    }
    System.err.println(
        "situ: warning: whether "
            + id
            + " has ended is not known: "
            + DisplayNames.sentence(String.valueOf(reason)));
    return Optional.empty();
  }
}
