// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.lease.LeaseRecord;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;

/** Directories of jobs that the ResourceManager does not know. */
class JobShuffleTest {

  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MACHINE = 5;
  private static final int STARTED = 6;

  private final JobID begins = new JobID("1700000000000", 9);
  private final JobID left = new JobID("1700000000000", 8);

  private static LeaseRecord with(LeaseRecord claim, int line, String text) {
    String[] lines = claim.text().split("\n");
    lines[line] = text;
    return LeaseRecord.parse(String.join("\n", lines) + "\n").orElseThrow();
  }

  private LeaseRecord claim() throws IOException {
    return LeaseRecord.of(left, true);
  }

  /** Such a job has its identifier, and may be about to be submitted. */
  @Test
  void aJobThatHasJustBegunIsNotOver() throws IOException {
    LeaseRecord elsewhere = with(claim(), MACHINE, "another machine");

    assertThat(JobShuffle.isForgotten(elsewhere, begins, MOMENT)).isFalse();
    assertThat(JobShuffle.isForgotten(elsewhere, begins, MOMENT.negated())).isFalse();
    assertThat(JobShuffle.isForgotten(elsewhere, begins, DAY)).isTrue();
  }

  @Test
  void aJobWhoseProcessRunsHereIsNotOver() throws IOException {
    assertThat(JobShuffle.isForgotten(claim(), begins, DAY)).isFalse();
    assertThat(JobShuffle.isForgotten(with(claim(), STARTED, "1"), begins, DAY)).isTrue();
  }

  @Test
  void whatAnotherResourceManagerHadIsNotKnown() throws IOException {
    LeaseRecord gone = with(claim(), STARTED, "1");

    assertThat(JobShuffle.isForgotten(gone, new JobID("1700000000001", 9), DAY)).isFalse();
  }
}
