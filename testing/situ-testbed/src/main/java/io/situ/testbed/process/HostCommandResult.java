// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

/**
 * How a command on a host ended.
 *
 * @param exitCode 0 for success, as the command gave it
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record HostCommandResult(int exitCode, String out, String err) {

  /**
   * Standard output without the last line end.
   *
   * @throws TestbedException if the command failed; the message holds its exit code and its words
   */
  public String orThrow() {
    if (exitCode != 0) {
      throw new TestbedException(
          "the command ended with exit code " + exitCode + ": " + (err.isBlank() ? out : err));
    }
    return out.stripTrailing();
  }
}
