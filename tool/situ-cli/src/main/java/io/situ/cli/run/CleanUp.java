// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import java.io.IOException;

/** Parts of the cleaning up after a job, which say nothing of how the job ended. */
final class CleanUp {

  private CleanUp() {}

  /** One part. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * Warns if a step fails.
   *
   * @param otherwise a clause that says what it means if it does
   * @return whether it was done
   */
  static boolean attempt(String otherwise, Step step) {
    try {
      step.run();
      return true;
    } catch (IOException | RuntimeException e) {
      warn(otherwise + ": " + CliException.of(e).getMessage());
      return false;
    }
  }

  static void warn(String clause) {
    System.err.println("situ: warning: " + DisplayNames.printable("clean-up: " + clause));
  }
}
