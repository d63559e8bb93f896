// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;

class SubmissionTest {

  @Test
  void withoutItsConfigurationAJobHasTheReducesThatRanAndInputThatIsNotKnown() {
    Submission submission = Submission.seen(Optional.empty(), 3, 12, 1000);

    assertThat(submission.maps()).isEqualTo(3);
    assertThat(submission.reduces()).isEqualTo(12);
    assertThat(submission.objects()).isEmpty();
    assertThat(submission.inputs()).isEmpty();
  }

  @Test
  void withItsConfigurationTheInputIsKnown() {
    Configuration conf = new Configuration(false);
    conf.set(FileInputFormat.INPUT_DIR, "situ:/a");
    conf.setLong(FileInputFormat.NUM_INPUT_FILES, 7);

    Submission submission = Submission.seen(Optional.of(conf), 3, 0, 1000);

    assertThat(submission.reduces()).isZero();
    assertThat(submission.objects()).hasValue(7);
    assertThat(submission.inputs()).containsExactly("situ:/a");
  }
}
