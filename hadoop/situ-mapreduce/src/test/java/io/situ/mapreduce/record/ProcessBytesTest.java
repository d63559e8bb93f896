// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.record.JobRecord.Distances;
import io.situ.mapreduce.record.ProcessBytes.Measurement;
import org.junit.jupiter.api.Test;

class ProcessBytesTest {

  @Test
  void jobsThatOverlapAreNotMeasured() {
    try (Measurement first = Measurement.begin();
        Measurement second = Measurement.begin()) {
      assertThat(first.read()).isEmpty();
      assertThat(second.read()).isEmpty();
    }
  }

  @Test
  void aJobThatSharedItsProcessForAWhileIsNotMeasured() {
    try (Measurement first = Measurement.begin()) {
      Measurement.begin().close();
      assertThat(first.read()).isEmpty();
    }
  }

  @Test
  void jobsOneAfterTheOtherAreMeasured() {
    Measurement.begin().close();
    try (Measurement next = Measurement.begin()) {
      assertThat(next.read()).contains(Distances.NONE);
    }
  }
}
