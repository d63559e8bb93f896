// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.line;

import java.util.List;

/** The versions that this line's jar is for. */
final class LineVersions {

  /** Spark's, as its versions begin. */
  static final String SPARK = "4";

  /** Scala's, as its versions begin. */
  static final String SCALA = "2.13";

  /** The versions of Spark whose internals are those that the shuffle manager uses. */
  static final List<String> SHUFFLE = List.of("4.0", "4.1", "4.2");

  private LineVersions() {}
}
