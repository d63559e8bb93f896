// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class InvalidConfigurationValueTest {

  private final Configuration conf = new Configuration(false);

  @Test
  void namesTheKeyOfANumberThatIsNone() {
    conf.set("mapreduce.job.reduces", " many ");

    Throwable complaint = catchThrowable(() -> conf.getInt("mapreduce.job.reduces", 1));

    assertThat(InvalidConfigurationValue.explain(complaint, conf))
        .contains("mapreduce.job.reduces is 'many', which is not a number");
  }

  @Test
  void namesTheKeyOfAnyOtherQuotedValue() {
    conf.set("a.size", "much");

    assertThat(
            InvalidConfigurationValue.explain(
                new IllegalArgumentException("bad prefix 'h' in 'much'"), conf))
        .contains("a.size is not valid: bad prefix 'h' in 'much'");
  }

  @Test
  void leavesAloneWhatSaysItselfOrIsNoValue() {
    conf.set("a.size", "much");

    assertThat(
            InvalidConfigurationValue.explain(
                new IllegalArgumentException("a.size is 'much'"), conf))
        .isEmpty();
    assertThat(InvalidConfigurationValue.explain(new IllegalArgumentException("'other'"), conf))
        .isEmpty();
    assertThat(InvalidConfigurationValue.explain(new IllegalStateException("'much'"), conf))
        .isEmpty();
    assertThat(InvalidConfigurationValue.explain(new IllegalArgumentException(), conf)).isEmpty();
  }
}
