// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class BadValueTest {

  private final Configuration conf = new Configuration(false);

  @Test
  void namesTheKeyOfANumberThatIsNone() {
    conf.set("mapreduce.job.reduces", " many ");

    Throwable complaint = catchThrowable(() -> conf.getInt("mapreduce.job.reduces", 1));

    assertThat(BadValue.explain(complaint, conf))
        .contains("mapreduce.job.reduces is 'many', which is not a number");
  }

  @Test
  void namesTheKeyOfAnyOtherQuotedValue() {
    conf.set("a.size", "much");

    assertThat(BadValue.explain(new IllegalArgumentException("bad prefix 'h' in 'much'"), conf))
        .contains("a.size makes no sense: bad prefix 'h' in 'much'");
  }

  @Test
  void leavesAloneWhatSaysItselfOrIsNoValue() {
    conf.set("a.size", "much");

    assertThat(BadValue.explain(new IllegalArgumentException("a.size is 'much'"), conf)).isEmpty();
    assertThat(BadValue.explain(new IllegalArgumentException("'other'"), conf)).isEmpty();
    assertThat(BadValue.explain(new IllegalStateException("'much'"), conf)).isEmpty();
    assertThat(BadValue.explain(new IllegalArgumentException(), conf)).isEmpty();
  }
}
