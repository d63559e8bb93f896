// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.process.TestbedException;
import picocli.CommandLine;

/** What {@code bin/dev testbed} runs. */
public final class Main {

  private Main() {}

  /** Ends with 0, or 1 and one sentence, or 2 for a usage error, or the code of what it ran. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new TestbedCommand());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          if (!(e instanceof TestbedException)) {
            throw e;
          }
          command.getErr().println("testbed: " + e.getMessage());
          return 1;
        });
    for (String name : TestbedCommand.PASS_THROUGH) {
      line.getSubcommands()
          .get(name)
          .setStopAtPositional(true)
          .setUnmatchedOptionsArePositionalParams(true);
    }
    System.exit(line.execute(args));
  }
}
