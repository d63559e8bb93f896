// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Await;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs in place on a volume that keeps each file on every host. */
@Tag("long")
@Tag("cluster")
class ThreeCopiesJobsTest extends TestbedJobsFixture {

  @RegisterExtension
  static final TestbedExtension TESTBED = BuiltSourceTree.testbed(TestbedOptions.gluster(3, 3));

  ThreeCopiesJobsTest() {
    super(TESTBED);
  }

  @BeforeEach
  void writeInput() throws IOException {
    jobs.writeWords("in", 12, 4 << 20);
  }

  private JobJson run(String out) throws IOException {
    runStrictly("situ://vol/in", "situ://vol/" + out).orThrow();
    assertThat(jobs.words(out)).isEqualTo(jobs.expected("in"));
    return JobJson.only(records);
  }

  @Test
  void hostsThatHoldEverythingReadEvenlyAndFromTheirOwnCopies() throws Exception {
    JobJson record = run("out");

    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    assertThat(record.number("bytesLocal")).isEqualTo(jobs.bytes("in"));
    assertThat(record.number("bytesRack") + record.number("bytesRemote")).isZero();
    assertThat(record.decimal("balance")).isEqualTo(1.0);
  }

  @Test
  void withOneHostGoneTheOthersHaveAllOfIt() throws Exception {
    testbed.stopHost("node3");
    try {
      awaitNodes(2);
      JobJson record = run("fewer");
      assertThat(record.number("bytesLocal")).isEqualTo(jobs.bytes("in"));
      assertThat(record.text()).doesNotContain("\"name\" : \"node3\"");
    } finally {
      testbed.startHost("node3");
      testbed.awaitHadoop();
    }
  }

  private static void awaitNodes(int count) {
    Await.until(
        "know of " + count + " hosts",
        () -> TestbedJobs.ask("metrics").contains("\"activeNodes\":" + count + ","));
  }
}
