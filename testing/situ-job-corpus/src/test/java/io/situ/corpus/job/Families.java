// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import java.util.List;
import java.util.stream.Stream;

/** Every job of the corpus. A new family of jobs is entered here. */
public final class Families {

  private Families() {}

  /** Returns all jobs, family by family. */
  public static List<CorpusJob> jobs() {
    return Stream.of(
            WordJobs.jobs(),
            StateJobs.jobs(),
            TaskJobs.jobs(),
            SideFileJobs.jobs(),
            OutputJobs.jobs(),
            SortJobs.jobs(),
            JoinJobs.jobs(),
            ChainJobs.jobs(),
            FormatJobs.jobs(),
            InputJobs.jobs(),
            LibraryJobs.jobs(),
            FailureJobs.jobs(),
            ExampleJobs.jobs(),
            StreamingJobs.jobs())
        .flatMap(List::stream)
        .toList();
  }
}
