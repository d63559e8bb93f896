// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.yarn.YarnApplications.State;
import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;

/** What the ResourceManager's answers prove about a job. */
class YarnApplicationsTest {

  @Test
  void onlyAnAnswerProvesThatAnUnknownJobWasRefused() {
    Exception answered = new IOException(new YarnException("no such queue"));
    Exception lost = new ConnectException("reset");

    assertThat(YarnApplications.isRefused(State.UNKNOWN, answered)).isTrue();
    assertThat(YarnApplications.isRefused(State.UNKNOWN, lost)).isFalse();
    assertThat(YarnApplications.isRefused(State.UNKNOWN, new InterruptedException())).isFalse();
    assertThat(YarnApplications.isRefused(State.ALIVE, answered)).isFalse();
    assertThat(YarnApplications.isRefused(State.OVER, lost)).isTrue();
  }
}
