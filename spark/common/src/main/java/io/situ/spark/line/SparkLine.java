// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import java.util.List;
import java.util.Optional;

/** Whether the Spark of this process is one that this jar is for. Thread-safe. */
public final class SparkLine {

  private SparkLine() {}

  /** Returns the version of Spark that runs, such as 4.1.3. */
  public static String sparkVersion() {
    return org.apache.spark.package$.MODULE$.SPARK_VERSION();
  }

  /** Returns why plans of the Spark that runs are left alone, in one sentence; empty if not so. */
  public static Optional<String> objection() {
    return objection(sparkVersion(), scala.util.Properties$.MODULE$.versionNumberString());
  }

  static Optional<String> objection(String spark, String scala) {
    if (isOf(spark, LineVersions.SPARK) && isOf(scala, LineVersions.SCALA)) {
      return Optional.empty();
    }
    return Optional.of(
        "this jar of Situ is for Spark "
            + LineVersions.SPARK
            + " with Scala "
            + LineVersions.SCALA
            + ", and this is Spark "
            + spark
            + " with Scala "
            + scala
            + "; situ:// can be read and written, but no scan is packed by host: use the jar of"
            + " Situ for this version");
  }

  /**
   * Refuses versions whose internals may not be those that the shuffle manager uses.
   *
   * @param spark version of Spark
   * @throws IllegalStateException in one sentence
   */
  public static void requireForShuffle(String spark) {
    List<String> known = LineVersions.SHUFFLE;
    if (known.stream().noneMatch(version -> isOf(spark, version))) {
      throw new IllegalStateException(
          "io.situ.spark.shuffle.SituShuffleManager works with Spark "
              + String.join(", ", known)
              + ", and this is Spark "
              + spark
              + "; leave spark.shuffle.manager out, or use the jar of Situ for this version");
    }
  }

  private static boolean isOf(String version, String line) {
    return version.startsWith(line + ".");
  }
}
