// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.lab;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** What is reported of one test, as a line of text between the two processes. */
record TestClusterResult(Outcome outcome, String test, String text) {

  private static final String MARK = "situ-lab";

  enum Outcome {
    STARTED,
    PASSED,
    FAILED,
    SKIPPED
  }

  String line() {
    return String.join("\t", MARK, outcome.name(), encode(test), encode(text));
  }

  static Optional<TestClusterResult> of(String line) {
    String[] fields = line.split("\t", -1);
    return fields.length == 4 && fields[0].equals(MARK)
        ? Optional.of(
            new TestClusterResult(Outcome.valueOf(fields[1]), decode(fields[2]), decode(fields[3])))
        : Optional.empty();
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
