// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import java.util.Objects;

/**
 * What decided a question about a job's splits.
 *
 * @param holds whether it may be done
 * @param because why, or why not, as a clause
 */
record Rule(boolean holds, String because) {

  Rule {
    Objects.requireNonNull(because, "because");
  }

  static Rule yes(String because) {
    return new Rule(true, because);
  }

  static Rule no(String because) {
    return new Rule(false, because);
  }

  /** One sentence without its stop, such as {@code not grouped: it has no reducers}. */
  String sentence(String done) {
    return (holds ? done : "not " + done) + ": " + because;
  }
}
