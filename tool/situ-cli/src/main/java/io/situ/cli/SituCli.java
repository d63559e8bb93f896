// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The program {@code situ}: what all its commands have in common. */
@Command(
    name = "situ",
    synopsisSubcommandLabel = "COMMAND",
    header = "Runs Hadoop jobs in place, on files that already sit in scale-out storage.",
    description = {
      "A PATH is a path of this host or a URI, situ://STORE/path. It is taken as it is: names are"
          + " never decoded."
    },
    subcommands = {
      RunCommand.class,
      SparkCommand.class,
      ReportCommand.class,
      DemoCommand.class,
      ScanCommand.class,
      RefreshCommand.class,
      DiffCommand.class,
      AttachCommand.class,
      DetachCommand.class,
      StatusCommand.class,
      VerifyCommand.class,
      RepairCommand.class,
      LinkCommand.class,
      LsCommand.class,
      StatCommand.class,
      LocateCommand.class,
      DoctorCommand.class,
      AdviseCommand.class,
      ConfigCommand.class,
      VersionCommand.class,
      CompletionCommand.class,
      ManCommand.class
    })
public final class SituCli implements Runnable {

  @Option(
      names = "--store",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "Take plain paths as paths in this store.")
  private String store = "";

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      mapFallbackValue = "true",
      scope = ScopeType.INHERIT,
      description = "Set a configuration key; 'situ config' lists Situ's own.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "Read Hadoop's configuration from here; HADOOP_CONF_DIR says the same.")
  private Path conf;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Tell where an error comes from; SITU_DEBUG=1 says the same.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Say how it is used.")
  private boolean help;

  private final Console out = Console.standard();
  private EffectiveConfiguration known;

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    try {
      CommandLine line = commandLine();
      int code = line.execute(RawArguments.of(args));
      line.<SituCli>getCommand().out.flush();
      System.exit(code);
    } catch (LinkageError e) {
      System.err.println("situ: " + unloaded(e));
      System.exit(ExitCode.FAILED.code());
    }
  }

  /** What to say where a class cannot be loaded; nothing else may be loaded here. */
  private static String unloaded(LinkageError error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return "Java cannot load the tool: "
        + cause
        + "; see that its jars are there and how many files may be open (ulimit -n)";
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new SituCli());
    line.getSubcommands().get("run").setStopAtPositional(true);
    SparkCommand.configure(line.getSubcommands().get("spark").getCommandSpec());
    line.setParameterExceptionHandler(SituCli::misused);
    line.setExecutionExceptionHandler(SituCli::failed);
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  @Override
  public void run() {
    throw CliException.usage("a command is missing; 'situ --help' lists them");
  }

  private static int misused(ParameterException e, String[] args) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    System.err.println("situ: " + sentence(e.getMessage()) + "; see '" + name + " --help'");
    return ExitCode.USAGE.code();
  }

  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    CliException problem = CliException.of(e);
    SituCli root = (SituCli) line.getCommandSpec().root().userObject();
    root.out.flush();
    System.err.println("situ: " + sentence(problem.getMessage()));
    if (root.debug || System.getenv("SITU_DEBUG") != null) {
      e.printStackTrace();
    }
    return problem.exit().code();
  }

  private static String sentence(String text) {
    return DisplayNames.printable(text.strip().replaceAll("\\s*\\R\\s*", "; "));
  }

  Console out() {
    return out;
  }

  /** The name of the store that plain paths are in; empty for the one behind {@code situ:///}. */
  String store() {
    return store;
  }

  Map<String, String> given() {
    return settings;
  }

  /** The directory of the user's Hadoop configuration. */
  Optional<Path> conf() {
    if (conf != null) {
      return Optional.of(conf);
    }
    String directory = System.getenv("HADOOP_CONF_DIR");
    return directory == null || directory.isBlank()
        ? Optional.empty()
        : Optional.of(Path.of(directory));
  }

  /** What the command line and the user's configuration say of Situ's keys. */
  EffectiveConfiguration settings() {
    if (known == null) {
      known = EffectiveConfiguration.read(conf(), settings);
    }
    return known;
  }

  /** What the command line and the user's configuration say of any key. */
  Map<String, String> hadoop() {
    return EffectiveConfiguration.all(conf(), settings);
  }

  OpenStores stores() {
    return new OpenStores(settings());
  }

  /** What a PATH on the command line means. */
  StoreLocation place(String path) {
    return StoreLocation.of(path, store);
  }

  List<StoreLocation> places(List<String> paths) {
    return paths.stream().map(this::place).toList();
  }
}
