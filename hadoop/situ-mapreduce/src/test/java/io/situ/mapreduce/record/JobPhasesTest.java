// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.JobPriority;
import org.apache.hadoop.mapred.JobStatus;
import org.junit.jupiter.api.Test;

class JobPhasesTest {

  @Test
  void partsTheTimeOfAJobAndLosesNone() {
    JobPhases phases = new JobPhases(1_000, true);
    phases.seen(progress(0, 0, 0), 2_000);
    phases.seen(progress(1, 0.5f, 0), 3_000);
    phases.seen(progress(1, 1, 0.4f), 5_000);
    phases.seen(progress(1, 1, 0.7f), 6_000);
    phases.seen(progress(1, 1, 1), 6_500);

    assertThat(phases.upTo(7_000))
        .isEqualTo(
            Map.of(
                "start", 2.0, "map", 2.0, "shuffle", 0.0, "sort", 1.0, "reduce", 0.5, "commit",
                0.5));
  }

  /** The local runner says 1 whenever one of several maps ends. */
  @Test
  void aPhaseThatSeemedCompleteCanGoOn() {
    JobPhases phases = new JobPhases(0, false);
    phases.seen(progress(1, 1, 0), 1_000);
    phases.seen(progress(1, 0.5f, 0), 2_000);
    phases.seen(progress(1, 1, 0), 4_000);

    assertThat(phases.upTo(4_000)).isEqualTo(Map.of("start", 1.0, "map", 3.0, "commit", 0.0));
  }

  @Test
  void aJobThatNeverStartedOnlyStarted() {
    assertThat(new JobPhases(0, true).upTo(500)).isEqualTo(Map.of("start", 0.5));
  }

  @Test
  void aJobThatEndsAmongItsMapsHasNoLaterPhase() {
    JobPhases phases = new JobPhases(0, true);
    phases.seen(progress(1, 0.5f, 0), 2_000);

    assertThat(phases.upTo(5_000)).isEqualTo(Map.of("start", 2.0, "map", 3.0));
  }

  private static JobStatus progress(float setup, float map, float reduce) {
    return new JobStatus(
        new JobID("x", 1), setup, map, reduce, 0, JobStatus.RUNNING, JobPriority.NORMAL);
  }
}
