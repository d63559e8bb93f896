// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

/** What the tool's exit codes mean. */
public enum ExitCode {
  OK(0, "Done."),
  FAILED(
      1,
      "The command or the job failed, or `doctor` or `verify` found something wrong; also `attach`,"
          + " `repair` and `link` that did all but some items."),
  USAGE(2, "The command line or a configuration key is not valid."),
  BAD_INPUT(3, "What was named is not there, is of the wrong kind, or is in the way."),
  PERMISSION(4, "Permissions do not allow it."),
  UNAVAILABLE(5, "A store, a cluster or room to write is not there now; try again later."),
  PARTIAL(
      6,
      "Done but for some items, which were left out and are named (`scan`, `refresh`, `layout`)."),
  INTERRUPTED(130, "Stopped by Ctrl-C.");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }
}
