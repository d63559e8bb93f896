// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import java.util.Objects;

/**
 * What decided a question about a job's splits.
 *
 * @param holds whether it may be done
 * @param because why, or why not, as a clause
 */
public record DecisionRule(boolean holds, String because) {

  public DecisionRule {
    Objects.requireNonNull(because, "because");
  }

  static DecisionRule yes(String because) {
    return new DecisionRule(true, because);
  }

  public static DecisionRule no(String because) {
    return new DecisionRule(false, because);
  }

  /** One sentence without its stop, such as {@code not grouped: it has no reducers}. */
  public String sentence(String done) {
    return (holds ? done : "not " + done) + ": " + because;
  }
}
