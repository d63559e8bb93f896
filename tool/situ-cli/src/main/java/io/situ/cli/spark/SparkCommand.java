// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.context.ClientOptions;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.Installation;
import io.situ.cli.report.KeptReport;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.report.RunSummary;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a Spark application in place. */
@Command(
    name = "spark",
    header = "Run spark-submit with Situ, and report what the application read from where.",
    description = {
      "ARG are the arguments of your own spark-submit, which is found by SPARK_HOME or PATH. Options"
          + " of Situ, such as --conf DIR and -D KEY=VALUE, stand before the word 'spark'."
    })
public final class SparkCommand implements Callable<Integer> {

  private static final double MILLIS_PER_SECOND = 1000;
  static final String PLUGIN = "io.situ.spark.SituPlugin";
  private static final String EVENT_LOG = "spark.eventLog.enabled";
  private static final String EVENT_LOG_DIRECTORY = "spark.eventLog.dir";

  /** Key with the name of a run, by which the event log of a driver elsewhere is known. */
  private static final String RUN = "spark.situ.run";

  /** The event log in a run's directory, until its report is there. */
  private static final String EVENTS = "events";

  /** Variable with options of the Java process of {@code spark-submit}. */
  private static final String SUBMIT_OPTIONS = "SPARK_SUBMIT_OPTS";

  private static final String SPARK_DEFAULT_DIRECTORY = "file:///tmp/spark-events";

  @ParentCommand private GlobalOptions situ;

  /** Hadoop's configuration as the application has it, but for its own settings. */
  private Map<String, String> hadoop = Map.of();

  @Option(names = "--json", description = "Report as JSON; what is printed goes to stderr.")
  private boolean json;

  @Parameters(arity = "0..*", paramLabel = "ARG", description = "What spark-submit gets.")
  private List<String> words = new ArrayList<>();

  /** Leaves options after the command's own to spark-submit, which has some of the same names. */
  public static void configure(CommandSpec spec) {
    for (OptionSpec option : List.copyOf(spec.options())) {
      if (option.inherited() && !option.usageHelp()) {
        spec.remove(option);
      }
    }
    spec.parser().stopAtPositional(true).unmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (words.isEmpty()) {
      throw CliException.usage("an application is missing: situ spark ARG..., as for spark-submit");
    }
    misplaced(situ.given(), situ.givenConf())
        .ifPresent(
            sentence -> {
              throw CliException.usage(sentence);
            });
    SparkInstallation spark = find();
    SubmitArguments arguments = arguments(spark);
    if (!arguments.runsApplication()) {
      return submit(spark, arguments);
    }
    RunDirectory folder = RunDirectory.create();
    folder.begin(arguments.name());
    try {
      return run(spark, arguments, folder);
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.writeFailure(arguments.name(), e);
      throw e;
    }
  }

  private int run(SparkInstallation spark, SubmitArguments arguments, RunDirectory folder)
      throws IOException, InterruptedException {
    Path application = folder.path().resolve("application");
    boolean logged = prepare(spark, arguments, folder.path(), application);
    long since = System.currentTimeMillis();
    int code = submit(spark, arguments);
    double seconds = (System.currentTimeMillis() - since) / MILLIS_PER_SECOND;
    Optional<SparkReport> report = Optional.empty();
    String unreported = unreported(arguments);
    // How the application ended does not depend on its report.
    try {
      report = logged ? read(arguments, application, since, code) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      unreported = "the application has no report: " + CliException.of(e).getMessage();
    }
    String warning = unreported;
    report.ifPresentOrElse(this::print, () -> warn(warning));
    try {
      keep(folder, arguments, report, seconds, code);
    } catch (IOException | RuntimeException e) {
      warn("the run is not remembered: " + CliException.of(e).getMessage());
    }
    return code;
  }

  private static void warn(String sentence) {
    System.err.println("situ: " + DisplayNames.sentence(sentence));
  }

  private Optional<SparkReport> read(
      SubmitArguments arguments, Path application, long since, int code) throws IOException {
    return arguments.clusterMode()
        ? readOfCluster(arguments, since, code)
        : readOfClient(arguments, application, code);
  }

  /** Keeps how the application ended, as far as that is known, and its report or the way to it. */
  static void keep(
      RunDirectory folder,
      SubmitArguments arguments,
      Optional<SparkReport> report,
      double seconds,
      int code)
      throws IOException {
    boolean submittedOnly =
        exitCode(arguments, code).isEmpty() && report.filter(SparkReport::hasEnded).isEmpty();
    OptionalDouble logged = report.map(SparkReport::seconds).orElse(OptionalDouble.empty());
    OptionalDouble took =
        submittedOnly ? OptionalDouble.empty() : OptionalDouble.of(logged.orElse(seconds));
    folder.write(
        new RunSummary(
            arguments.name(),
            took,
            code,
            code == 0 ? Optional.empty() : Optional.of("spark-submit ended with " + code)));
    if (code == 0 && (submittedOnly || arguments.clusterMode() && report.isEmpty())) {
      SubmittedApplication submitted =
          new SubmittedApplication(
              folder.name(),
              arguments.name(),
              took,
              isLogged(arguments),
              arguments.setting(EVENT_LOG_DIRECTORY));
      folder.write(new KeptReport(submitted.lines(), submitted.toJson()));
    } else if (report.isPresent()) {
      folder.write(new KeptReport(report.get().lines(), report.get().toJson()));
      OpenDirectory.deleteTree(folder.path().resolve(EVENTS));
    }
  }

  private static boolean isLogged(SubmitArguments arguments) {
    return arguments.setting(EVENT_LOG).map(Boolean::parseBoolean).orElse(false);
  }

  /** Says which option before the word {@code spark} is one of Spark's. */
  static Optional<String> misplaced(Map<String, String> settings, Optional<Path> conf) {
    Stream<String> values = conf.map(Path::toString).filter(text -> text.contains("=")).stream();
    return Stream.concat(settings.keySet().stream(), values)
        .filter(text -> text.startsWith("spark."))
        .map(text -> text.replaceFirst("(?s)=.*", ""))
        .findFirst()
        .map(
            key ->
                "'"
                    + key
                    + "' is a key of Spark and stands after the word 'spark': situ spark --conf "
                    + key
                    + "=VALUE ARG...; before it --conf names a directory of Hadoop's configuration,"
                    + " and -D sets a key of it");
  }

  /** Finds Spark, and reads Hadoop's configuration before the application runs. */
  private SparkInstallation find() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    situ.conf()
        .ifPresent(conf -> environment.put(SparkInstallation.HADOOP_CONF_DIR, conf.toString()));
    try {
      SparkInstallation spark = SparkInstallation.find(environment);
      hadoop = spark.hadoop(situ);
      if (situ.givenConf().isPresent()) {
        spark.requireConf(situ.givenConf().get());
      }
      return spark;
    } catch (IOException e) {
      throw CliException.input(e.getMessage());
    }
  }

  private SubmitArguments arguments(SparkInstallation spark) throws IOException {
    try {
      Map<String, String> environment = spark.environment();
      return new SubmitArguments(words, spark.defaults(environment), environment);
    } catch (IOException e) {
      throw CliException.usage(e.getMessage());
    }
  }

  /** Sets what Situ needs and gives whether this process can read the event log afterwards. */
  private boolean prepare(
      SparkInstallation spark, SubmitArguments arguments, Path folder, Path application)
      throws IOException {
    try {
      Path jar = spark.jar(Installation.home(), Installation.version());
      if (arguments.addJar(jar) && !arguments.sendsJars()) {
        warn(unsent(jar));
      }
    } catch (IOException e) {
      throw CliException.input(e.getMessage());
    }
    arguments.add("spark.plugins", PLUGIN);
    situ.given().forEach((key, value) -> arguments.set("spark.hadoop." + key, value));
    if (arguments.clusterMode()) {
      return prepareForCluster(arguments, folder);
    }
    arguments.set("spark.situ.application.file", application.toString());
    if (!isLogged(arguments)) {
      Path log = Files.createDirectory(folder.resolve(EVENTS));
      arguments.set(EVENT_LOG, "true");
      arguments.set(EVENT_LOG_DIRECTORY, log.toUri().toString());
      arguments.set("spark.eventLog.rolling.enabled", "false");
      arguments.set("spark.eventLog.compress", "false");
    }
    return true;
  }

  private static String unsent(Path jar) {
    return "warning: Spark does not send '"
        + jar
        + "' to a driver on this cluster: name a jar that its hosts or its image have, as in --jars"
        + " local:///DIR/"
        + jar.getFileName()
        + ", or on Kubernetes set spark.kubernetes.file.upload.path";
  }

  private int submit(SparkInstallation spark, SubmitArguments arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(spark.submit().toString());
    command.addAll(arguments.words());
    String start = json ? "exec \"$@\" >&2" : "exec \"$@\"";
    List<String> shell = new ArrayList<>(List.of("bash", "-c", start, "situ-spark"));
    shell.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(shell).inheritIO();
    situ.conf().ifPresent(conf -> builder.environment().put("HADOOP_CONF_DIR", conf.toString()));
    addRealm(builder.environment(), ClientOptions.all());
    return ForegroundProcess.run(builder);
  }

  /** Java takes the last of options that are given twice: the user's own for Spark. */
  static void addRealm(Map<String, String> environment, List<String> options) {
    List<String> realm = ClientOptions.ofRealm(options);
    if (!realm.isEmpty()) {
      environment.merge(SUBMIT_OPTIONS, String.join(" ", realm), (own, ours) -> ours + " " + own);
    }
  }

  /**
   * The driver is on another host, so that the directory of event logs has to be the user's; a
   * setting with the name of this run shows which log in it is this application's.
   */
  private static boolean prepareForCluster(SubmitArguments arguments, Path folder) {
    if (arguments.setting(EVENT_LOG_DIRECTORY).isEmpty()) {
      return false;
    }
    if (arguments.setting(EVENT_LOG).isEmpty()) {
      arguments.set(EVENT_LOG, "true");
    }
    arguments.set(RUN, folder.getFileName().toString());
    return isLogged(arguments);
  }

  private Optional<SparkReport> readOfCluster(SubmitArguments arguments, long since, int code)
      throws IOException {
    return eventLogs(arguments)
        .read(
            arguments.setting(EVENT_LOG_DIRECTORY).orElseThrow(),
            Map.entry(RUN, arguments.setting(RUN).orElseThrow()),
            since)
        .map(record -> new SparkReport(record, exitCode(arguments, code)));
  }

  /**
   * The application's, as far as that of {@code spark-submit} says how it ended: a driver on the
   * cluster goes on where a signal ended that.
   */
  static OptionalInt exitCode(SubmitArguments arguments, int code) {
    boolean known =
        code == 0
            ? arguments.showsSuccess()
            : !arguments.clusterMode() || !ForegroundProcess.isSignal(code);
    return known ? OptionalInt.of(code) : OptionalInt.empty();
  }

  private Optional<SparkReport> readOfClient(SubmitArguments arguments, Path application, int code)
      throws IOException {
    if (!Files.exists(application)) {
      return Optional.empty();
    }
    String id = Files.readString(application, StandardCharsets.UTF_8);
    String directory = arguments.setting(EVENT_LOG_DIRECTORY).orElse(SPARK_DEFAULT_DIRECTORY);
    return eventLogs(arguments)
        .read(directory, Optional.of(id))
        .map(record -> new SparkReport(record, OptionalInt.of(code)));
  }

  /** They may be in a store that only the application's settings name, which hold in Spark too. */
  private EventLogs eventLogs(SubmitArguments arguments) throws IOException {
    Map<String, String> settings = new HashMap<>(hadoop);
    settings.putAll(arguments.hadoop());
    return new EventLogs(settings);
  }

  private void print(SparkReport report) {
    if (json) {
      situ.out().prettyJson(report.toJson());
    } else {
      report.lines().forEach(situ.out()::line);
    }
  }

  private static String unreported(SubmitArguments arguments) {
    if (!arguments.clusterMode()) {
      return "nothing is reported, because the application made no SparkContext that wrote an event"
          + " log";
    }
    if (!isLogged(arguments)) {
      return SubmittedApplication.NO_EVENT_LOG;
    }
    return arguments
        .setting(EVENT_LOG_DIRECTORY)
        .map(
            directory ->
                "the application's event log is not in '"
                    + directory
                    + "' as this host sees it; once it is, 'situ report APPLICATION --event-log "
                    + directory
                    + "' prints the report")
        .orElse(SubmittedApplication.OTHER_HOSTS_EVENT_LOG);
  }
}
