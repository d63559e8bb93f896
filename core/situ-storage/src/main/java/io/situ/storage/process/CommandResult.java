// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import java.io.IOException;

/**
 * How a program ended.
 *
 * @param name of the program, in quotes
 * @param exitCode 128 and the signal's number for one that a signal ended
 * @param output what it wrote to standard output
 * @param firstError the first line that it wrote to standard error, or the empty text
 */
public record CommandResult(String name, int exitCode, byte[] output, String firstError) {

  /**
   * Returns the output of a program that succeeded.
   *
   * @throws IOException with the exit code and the first line of standard error, if it did not
   */
  public byte[] require() throws IOException {
    if (exitCode != 0) {
      throw new IOException(reason());
    }
    return output;
  }

  /** Returns how it ended, as a clause: exit code and first line of standard error. */
  public String reason() {
    return name + " ended with exit code " + exitCode + RunningCommand.because(firstError);
  }
}
