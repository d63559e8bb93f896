// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs in place on a volume that keeps each file once: one host can read it, or none. */
@Tag("cluster")
@Tag("long")
class SingleCopyJobsTest extends TestbedJobsFixture {

  @RegisterExtension
  static final TestbedExtension TESTBED = BuiltSourceTree.testbed(TestbedOptions.gluster(2, 1));

  SingleCopyJobsTest() {
    super(TESTBED);
  }

  @BeforeEach
  void writeInput() throws IOException {
    jobs.writeWords("in", 12, 4 << 20);
  }

  private HostCommandResult run(String out) {
    return runStrictly("situ://vol/in", "situ://vol/" + out);
  }

  @Test
  void everyMapRunsOnTheOneHostThatHasItsBytes() throws Exception {
    run("out").orThrow();

    assertThat(jobs.words("out")).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records);
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    assertThat(record.number("bytesRack") + record.number("bytesRemote")).isZero();
    assertThat(record.text()).contains("\"name\" : \"node1\"", "\"name\" : \"node2\"");
  }

  /** GlusterFS leaves the files of a brick that is away out of its listings, and says nothing. */
  @Test
  void withTheOnlyCopyAwayThereIsNoAnswerRatherThanHalfOfOne() throws Exception {
    testbed.killDaemon("node2", "brick");
    try {
      HostCommandResult result = run("half");
      assertThat(result.exitCode()).isNotZero();
      assertThat(result.err()).contains("brick");
      assertThat(testbed.mount().resolve("half/_SUCCESS")).doesNotExist();
    } finally {
      testbed.startDaemon("node2", "brick");
      testbed.awaitHadoop();
    }
  }
}
