// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** Versions of Spark and Scala for which the jar of this line is made, and others. */
final class LineExamples {

  static final String LINE = "Spark 4 with Scala 2.13";

  private LineExamples() {}

  static List<String> versions() {
    return List.of("4.0.4", "4.1.3", "4.2.0", "4.2.1-SNAPSHOT");
  }

  static List<String> otherVersions() {
    return List.of("3.5.9", "4.3.0", "4.20.0", "5.0.0");
  }

  /** Returns pairs of a version of Spark and one of Scala. */
  static List<Arguments> otherLines() {
    return List.of(
        arguments("3.5.9", "2.12.18"),
        arguments("3.5.9", "2.13.8"),
        arguments("5.0.0", "3.7.0"),
        arguments("4.5.0", "3.7.0"));
  }
}
