// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.util.PlainText;
import java.util.Optional;

/**
 * What became of one test, as a line of text between two processes.
 *
 * @param group the contract's group
 * @param text why it failed or was not tried, in one line; else the empty text
 */
record ContractLine(Outcome outcome, String group, String test, String text) {

  enum Outcome {
    STARTED,
    PASSED,
    FAILED,
    SKIPPED,
    /** All tests were run. */
    END
  }

  private static final String MARK = "situ-contract";
  private static final int MAX_TEXT = 500;

  ContractLine {
    text = oneLine(text);
    test = oneLine(test);
  }

  private static String oneLine(String text) {
    String line = PlainText.of(text.strip().replaceAll("\\s*\\R\\s*", "; "), ' ').strip();
    return line.length() > MAX_TEXT ? line.substring(0, MAX_TEXT) + "..." : line;
  }

  String line() {
    return String.join("\t", MARK, outcome.name(), group, test, text);
  }

  /** Returns what a line says; empty for one that is something else. */
  static Optional<ContractLine> of(String line) {
    String[] fields = line.split("\t", -1);
    return fields.length == 5 && fields[0].equals(MARK)
        ? Optional.of(new ContractLine(Outcome.valueOf(fields[1]), fields[2], fields[3], fields[4]))
        : Optional.empty();
  }
}
