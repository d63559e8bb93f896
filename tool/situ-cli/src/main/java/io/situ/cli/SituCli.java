// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.cli.attach.AttachCommand;
import io.situ.cli.attach.DetachCommand;
import io.situ.cli.attach.LinkCommand;
import io.situ.cli.attach.RepairCommand;
import io.situ.cli.attach.StatusCommand;
import io.situ.cli.attach.VerifyCommand;
import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.ClientOptions;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.demo.DemoCommand;
import io.situ.cli.doctor.DoctorCommand;
import io.situ.cli.inventory.DiffCommand;
import io.situ.cli.inventory.RefreshCommand;
import io.situ.cli.inventory.ScanCommand;
import io.situ.cli.layout.LayoutCommand;
import io.situ.cli.object.LocateCommand;
import io.situ.cli.object.LsCommand;
import io.situ.cli.object.StatCommand;
import io.situ.cli.run.ReportCommand;
import io.situ.cli.run.RunCommand;
import io.situ.cli.spark.SparkCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

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
      LayoutCommand.class,
      ConfigCommand.class,
      VersionCommand.class,
      CompletionCommand.class,
      ManCommand.class
    })
public final class SituCli extends GlobalOptions implements Runnable {

  private SituCli(Console out) {
    super(out);
  }

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    try {
      ClientOptions.findRealm(ClientOptions.all());
      Console out = Console.standard();
      int code = commandLine(out).execute(RawArguments.of(args));
      out.flush();
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

  /** Returns the program with all its commands. */
  static CommandLine commandLine() {
    return commandLine(Console.standard());
  }

  /** Returns the program with all its commands, as it writes to {@code out}. */
  static CommandLine commandLine(Console out) {
    CommandLine line = new CommandLine(new SituCli(out));
    line.getSubcommands().get("run").setStopAtPositional(true);
    SparkCommand.configure(line.getSubcommands().get("spark").getCommandSpec());
    line.setParameterExceptionHandler(SituCli::misused);
    line.setExecutionExceptionHandler(SituCli::failed);
    line.setUsageHelpAutoWidth(true);
    // A file may have such a name, and words of a job or application are theirs.
    line.setExpandAtFiles(false);
    return line;
  }

  @Override
  public void run() {
    throw CliException.usage("a command is missing; 'situ --help' lists them");
  }

  private static int misused(ParameterException e, String[] args) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    System.err.println(
        "situ: " + DisplayNames.sentence(e.getMessage()) + "; see '" + name + " --help'");
    return ExitCode.USAGE.code();
  }

  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    CliException problem = CliException.of(e);
    SituCli root = (SituCli) line.getCommandSpec().root().userObject();
    root.out().flush();
    System.err.println("situ: " + DisplayNames.sentence(problem.getMessage()));
    if (root.debug() || System.getenv("SITU_DEBUG") != null) {
      e.printStackTrace();
    }
    return problem.exit().code();
  }
}
