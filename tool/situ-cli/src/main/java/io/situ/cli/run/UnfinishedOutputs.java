// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.mapreduce.record.JobRecord;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The outputs of jobs that did not succeed and whose process is over. What the process could not
 * take away itself is taken away for it. Not thread-safe.
 */
final class UnfinishedOutputs {

  private final GlobalOptions situ;
  private final Set<String> over;
  private final Set<String> removed = new LinkedHashSet<>();
  private final Set<String> left = new LinkedHashSet<>();
  private final Set<String> foreign = new LinkedHashSet<>();

  /**
   * @param over jobs that are over; what one of them has left must go, or is warned of
   */
  private UnfinishedOutputs(GlobalOptions situ, Set<String> over) {
    this.situ = situ;
    this.over = over;
  }

  /** Takes away those in stores. What fails is warned of. */
  static UnfinishedOutputs clean(List<JobRecord> jobs, GlobalOptions situ) {
    UnfinishedOutputs outputs =
        new UnfinishedOutputs(
            situ,
            jobs.stream()
                .filter(UnfinishedOutputs::hasFailed)
                .map(JobRecord::id)
                .collect(Collectors.toSet()));
    for (JobRecord job : jobs) {
      if (job.state() != JobRecord.State.SUCCEEDED) {
        job.data().output().ifPresent(outputs::clean);
      }
    }
    return outputs;
  }

  /** Such a job is over, or was never handed over. */
  private static boolean hasFailed(JobRecord job) {
    return job.state() == JobRecord.State.FAILED || job.state() == JobRecord.State.KILLED;
  }

  private void clean(String output) {
    if (!output.startsWith(StoreLocation.SCHEME)) {
      foreign.add(output);
      return;
    }
    boolean done =
        CleanUp.attempt(
            "the output '" + output + "' of a job that did not succeed stays",
            () -> {
              try (OpenStores stores = situ.stores()) {
                StoreLocation place = StoreLocation.of(output, "");
                StaleOutputCleaner cleaner = new StaleOutputCleaner(stores.at(place), place.path());
                cleaner.clean(over);
                if (cleaner.isOf(over)) {
                  throw new IOException(
                      "it is not proven that all of it is that job's; delete it if nothing else"
                          + " uses it");
                }
                (cleaner.exist() ? left : removed).add(output);
              }
            });
    if (!done) {
      left.add(output);
    }
  }

  /**
   * Clauses that follow one about the jobs' end. An output that is there may not be a job's own,
   * and what jobs wrote beside their outputs is not known.
   *
   * @return the empty text if these jobs had no outputs
   */
  String clauses() {
    return clause("its output at %s was taken away", removed)
        + clause("output is still at %s, where not all may be its own", left)
        + clause("output may be left at %s, which Situ does not clean up", foreign);
  }

  private static String clause(String form, Set<String> outputs) {
    return outputs.isEmpty() ? "" : "; " + form.formatted(String.join(", ", outputs));
  }
}
