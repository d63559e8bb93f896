// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import io.situ.cli.console.CliException;
import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run's jobs.
 *
 * @param records those that can be read, in the order of submission
 * @param gap why these are not all, a sentence; empty if they are
 */
public record KnownJobs(List<JobRecord> records, Optional<String> gap) {

  public KnownJobs {
    records = List.copyOf(records);
  }

  static KnownJobs of(Path directory) {
    List<IOException> damaged = new ArrayList<>();
    List<JobRecord> records = List.of();
    try {
      records = JobRecords.readIntact(directory, damaged::add);
    } catch (IOException e) {
      damaged.add(e);
    }
    String whose = records.isEmpty() ? "its jobs" : "some of its jobs";
    return new KnownJobs(
        records,
        damaged.stream()
            .findFirst()
            .map(e -> "what " + whose + " did is not known: " + CliException.of(e).getMessage()));
  }
}
