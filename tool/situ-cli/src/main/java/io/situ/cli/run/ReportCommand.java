// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.report.KeptReport;
import io.situ.cli.report.KnownJobs;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.report.RunReport;
import io.situ.cli.report.RunSummary;
import io.situ.cli.spark.EventLogs;
import io.situ.cli.spark.SparkApplication;
import io.situ.cli.spark.SparkInstallation;
import io.situ.cli.spark.SparkReport;
import io.situ.cli.spark.SubmitArguments;
import io.situ.cli.yarn.ClusterCheck;
import io.situ.mapreduce.ClusterJobs;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
          + " job that the cluster's history server knows is found too, and of a remembered run the"
          + " cluster is asked for the jobs whose ends were not seen."
    })
public final class ReportCommand implements Callable<Integer> {

  private static final double MILLIS_PER_SECOND = 1000;
  private static final String YARN = "yarn";

  /**
   * Identifiers that Spark's schedulers give: YARN's, standalone's, local's, Kubernetes'. Users can
   * set others.
   */
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
      description =
          "Read the event log of the Spark application JOB in this directory, also if a report of it"
              + " is remembered. Without it one that is not remembered is read in the"
              + " spark.eventLog.dir of spark-defaults.conf.")
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
    KeptReport report = report();
    if (json) {
      situ.out().prettyJson(report.json());
    } else {
      report.lines().forEach(situ.out()::line);
    }
    return ExitCode.OK.code();
  }

  private KeptReport report() throws IOException, InterruptedException {
    if (eventLog != null) {
      return ofSpark();
    }
    Optional<RunDirectory> folder = job == null ? Optional.of(newest()) : remembered();
    if (folder.isEmpty()) {
      return SPARK.matcher(job).matches() ? ofSpark() : ofRun(ofCluster());
    }
    Optional<KeptReport> kept = folder.get().report();
    return kept.isPresent() ? kept.get() : ofRun(remembered(folder.get()));
  }

  private static KeptReport ofRun(RunReport report) {
    return new KeptReport(report.lines(), report.toJson());
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
    if (folder.name().equals(job) || folder.hasJob(job)) {
      return true;
    }
    try {
      Optional<KeptReport> report = folder.report();
      return report.isPresent() && report.get().json().path("application").asText().equals(job);
    } catch (IOException e) {
      System.err.println(
          "situ: run "
              + folder.name()
              + " is left out: "
              + DisplayNames.sentence(CliException.of(e).getMessage()));
      return false;
    }
  }

  /**
   * Reads an event log. Hadoop's configuration is as this host's Spark has it, if one is installed;
   * the log's store may be one that only settings of Spark describe.
   */
  private KeptReport ofSpark() throws IOException {
    Map<String, String> settings = new HashMap<>();
    String directory = eventLog;
    try {
      SparkInstallation spark = SparkInstallation.find(System.getenv());
      settings.putAll(spark.hadoop(situ));
      SubmitArguments defaults =
          new SubmitArguments(List.of(), spark.defaults(spark.environment()));
      settings.putAll(defaults.hadoop());
      settings.putAll(situ.given());
      directory = directory == null ? configuredEventLog(defaults) : directory;
    } catch (IOException e) {
      // A directory that was named may be read without a Spark on this host.
      if (directory == null) {
        throw CliException.input(
            "no run of '"
                + job
                + "' is remembered, and where its event log is is not known: "
                + e.getMessage()
                + "; --event-log DIR names it");
      }
      if (settings.isEmpty()) {
        settings.putAll(situ.hadoop());
      }
    }
    Optional<SparkApplication> application =
        new EventLogs(settings).read(directory, Optional.of(job));
    if (application.isEmpty()) {
      throw CliException.input(
          "there is no event log of '"
              + job
              + "' in '"
              + directory
              + "'; --event-log DIR names another directory");
    }
    SparkReport report = new SparkReport(application.get(), OptionalInt.empty());
    return new KeptReport(report.lines(), report.toJson());
  }

  private static String configuredEventLog(SubmitArguments defaults) throws IOException {
    return defaults
        .setting("spark.eventLog.dir")
        .orElseThrow(() -> new IOException("spark-defaults.conf sets no spark.eventLog.dir"));
  }

  private RunReport ofCluster() throws IOException, InterruptedException {
    if (situ.conf().isEmpty() || !job.matches("job_\\d+_\\d+")) {
      throw CliException.input(
          "no run of '"
              + job
              + "' is remembered; a cluster's job is found with --conf DIR, and a Spark application"
              + " with --event-log DIR");
    }
    return onCluster(situ.conf().get());
  }

  /** A job that another user submitted, or this user from another host. */
  private RunReport onCluster(Path conf) throws IOException, InterruptedException {
    JobRecord record =
        ended(conf, job)
            .orElseThrow(
                () ->
                    CliException.input("the cluster of '" + conf + "' knows no ended job " + job));
    return RunReport.of(job, summary(record), List.of(record));
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
   * What the run's directory says, and of jobs whose ends were not seen there, because the run was
   * killed or still waits, what the cluster says. How the run ended does not follow from these: it
   * may have had more to do.
   */
  private RunReport remembered(RunDirectory folder) throws IOException {
    KnownJobs known = folder.jobs();
    List<JobRecord> jobs = new ArrayList<>(known.records());
    List<JobRecord> ended = situ.conf().map(conf -> ended(conf, jobs)).orElse(List.of());
    for (JobRecord end : ended) {
      jobs.replaceAll(one -> one.id().equals(end.id()) ? end : one);
    }
    RunSummary summary = folder.summary().orElse(RunSummary.unfinished("a run"));
    boolean dead = (summary.isUnfinished() || !ended.isEmpty()) && isDead(folder);
    if (dead) {
      keep(folder, ended);
    }
    return new RunReport(
        folder.name(),
        dead && summary.isUnfinished() ? RunSummary.unreported(summary.name()) : summary,
        new KnownJobs(jobs, known.gap()));
  }

  /** Returns false too if that cannot be found out, as where nothing can be written. */
  private static boolean isDead(RunDirectory folder) {
    try {
      return folder.isDead();
    } catch (IOException e) {
      return false;
    }
  }

  private static void keep(RunDirectory folder, List<JobRecord> ended) {
    try {
      for (JobRecord end : ended) {
        JobRecords.write(folder.records(), end);
      }
    } catch (IOException e) {
      System.err.println(
          "situ: warning: how jobs ended is not remembered: "
              + DisplayNames.sentence(CliException.of(e).getMessage()));
    }
  }

  /** Those of jobs that have ended by now; a warning names the ones that could not be asked for. */
  private List<JobRecord> ended(Path conf, List<JobRecord> jobs) {
    List<String> running =
        jobs.stream()
            .filter(one -> one.state() == JobRecord.State.RUNNING && one.framework().equals(YARN))
            .map(JobRecord::id)
            .toList();
    List<JobRecord> ended = new ArrayList<>();
    for (int i = 0; i < running.size(); i++) {
      try {
        ended(conf, running.get(i)).ifPresent(ended::add);
      } catch (IOException | RuntimeException e) {
        warn(running.subList(i, running.size()), CliException.of(e).getMessage());
        break;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        warn(running.subList(i, running.size()), "it was interrupted");
        break;
      }
    }
    return ended;
  }

  private static void warn(List<String> ids, String reason) {
    System.err.println(
        "situ: warning: whether "
            + DisplayNames.printable(String.join(" and ", ids))
            + (ids.size() == 1 ? " has" : " have")
            + " ended is not known: "
            + DisplayNames.sentence(String.valueOf(reason)));
  }

  /**
   * Asks the cluster for a job.
   *
   * @return empty if the cluster does not know it, or it still runs
   * @throws CliException {@code UNAVAILABLE} if no ResourceManager or history server answers,
   *     {@code USAGE} if the configuration is not valid
   * @throws IOException if the configuration cannot be read
   */
  private Optional<JobRecord> ended(Path conf, String id) throws IOException, InterruptedException {
    ClusterCheck.requireAnswer(conf, situ.given(), false);
    try {
      return ClusterJobs.find(conf, situ.given(), id);
    } catch (IllegalArgumentException e) {
      throw ClusterCheck.unusable(conf, e);
    } catch (IOException e) {
      throw new CliException(
          ExitCode.UNAVAILABLE,
          "the cluster of '" + conf + "' does not say how " + id + " ended: " + e.getMessage(),
          e);
    }
  }
}
