// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessRoleTest {

  @Test
  void onlyTasksOfJobsAreTasks() {
    assertThat(ProcessRole.runsTasks("org.apache.hadoop.mapred.YarnChild 10.0.0.1 4711 attempt 2"))
        .isTrue();
    assertThat(ProcessRole.runsTasks("org.apache.hadoop.mapreduce.v2.app.MRAppMaster")).isFalse();
    assertThat(ProcessRole.runsTasks("org.apache.hadoop.util.RunJar x.jar YarnChild")).isFalse();
    assertThat(ProcessRole.runsTasks("")).isFalse();
    assertThat(ProcessRole.runsTasks()).isFalse();
  }
}
