// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.util.List;

/** The versions of Spark whose internals are those that this package uses. */
final class SparkLine {

  private static final List<String> KNOWN = List.of("4.0", "4.1", "4.2");

  private SparkLine() {}

  /**
   * Refuses other versions.
   *
   * @param version of Spark, such as 4.1.3
   * @throws IllegalStateException in one sentence
   */
  static void require(String version) {
    if (KNOWN.stream().noneMatch(known -> version.startsWith(known + "."))) {
      throw new IllegalStateException(
          "io.situ.spark.shuffle.SituShuffleManager works with Spark "
              + String.join(", ", KNOWN)
              + ", and this is Spark "
              + version
              + "; leave spark.shuffle.manager out, or use the jar of Situ for this version");
    }
  }
}
