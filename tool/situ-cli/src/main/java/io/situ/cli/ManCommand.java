// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints the manual page. */
@Command(
    name = "man",
    header = "Print the manual page.",
    description = "Read it with: situ man | man -l -")
final class ManCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Override
  public Integer call() {
    situ.out().line(ManPage.text());
    return ExitCode.OK.code();
  }
}
