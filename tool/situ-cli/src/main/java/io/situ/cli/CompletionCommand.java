// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints a completion script. */
@Command(
    name = "completion",
    header = "Print a completion script for bash and zsh.",
    description = "Use it with: source <(situ completion)")
final class CompletionCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Override
  public Integer call() {
    situ.out().line(AutoComplete.bash("situ", SituCli.commandLine()));
    return ExitCode.OK.code();
  }
}
