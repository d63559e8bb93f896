// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import io.situ.mapreduce.record.JobRecord;
import java.util.List;
import java.util.Optional;

/**
 * What Situ decided about the first job of a run.
 *
 * @param splits map tasks that the input format asked for
 * @param tasks map tasks that ran
 * @param reason why splits were not grouped; empty if they were
 * @param cutting what was decided about cutting splits where hosts change
 */
record Decision(int splits, int tasks, Optional<String> reason, String cutting) {

  /** Returns the decision, or empty for a program that submitted nothing. */
  static Optional<Decision> of(List<JobRecord> records) {
    return records.stream()
        .flatMap(record -> record.binding().stream())
        .findFirst()
        .map(
            bound ->
                new Decision(
                    bound.splits(), bound.tasks(), bound.leftAlone(), bound.rules().cutting()));
  }

  boolean isGrouped() {
    return reason.isEmpty();
  }

  @Override
  public String toString() {
    return reason.map(why -> "left alone: " + why).orElse("grouped")
        + " ("
        + splits
        + " splits, "
        + tasks
        + " tasks; "
        + cutting
        + ")";
  }
}
