// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs on a real YARN that gave wrong answers, or lost other jobs' answers, if Situ were careless.
 */
@Tag("cluster")
class SafeOnYarnTest {

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2)).leftToTheNext();

  private final Testbed testbed = TESTBED.testbed();
  private final TestbedJobs jobs = new TestbedJobs(testbed);

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws Exception {
    jobs.writeWords("in", 12, 128 << 10);
  }

  /**
   * Its job was killed while it slept, and its user has run another one into the same directory.
   */
  @Tag("long")
  @Test
  void aClientThatWakesUpLeavesTheOutputOfALaterJob() throws Exception {
    String records = "situ.mapreduce.records.dir=" + scratch.resolve("first");
    BlockingJob first = BlockingJob.start(testbed, BlockingJob.jar(scratch), "late", records);
    first.awaitAttempts("m", 3);
    first.signalClient("STOP");
    try {
      first.killOnYarn();
      testbed
          .hadoop("hadoop", "fs", "-rm", "-r", "-f", "-skipTrash", "situ://vol/out-late")
          .orThrow();
      CompletableFuture<HostCommandResult> second =
          jobs.start("situ", scratch.resolve("second"), "situ://vol/in", "situ://vol/out-late");
      second.join().orThrow();
      assertThat(jobs.words("out-late")).isEqualTo(jobs.expected("in"));
    } finally {
      first.signalClient("CONT");
    }

    assertThat(first.join().exitCode()).isNotZero();
    assertThat(JobJson.only(scratch.resolve("first")).text())
        .containsPattern("\"state\" : \"(KILLED|FAILED)\"");
    assertThat(jobs.words("out-late")).isEqualTo(jobs.expected("in"));
    assertThat(testbed.mount().resolve("out-late/_SUCCESS")).exists();
  }

  @Test
  void aMapperWithStaticStateHasAProcessForEachSplit() throws Exception {
    jobs.writeWords("few", 4, 128 << 10);
    Path records = scratch.resolve("static");
    testbed
        .hadoop(
            "hadoop",
            "jar",
            BlockingJob.jar(scratch).toString(),
            StaticWords.class.getName(),
            "-Dmapreduce.framework.name=situ",
            "-Dsitu.mapreduce.records.dir=" + records,
            "situ://vol/few",
            "situ://vol/out-static")
        .orThrow();

    assertThat(jobs.words("out-static")).isEqualTo(jobs.expected("few"));
    JobJson record = JobJson.only(records);
    assertThat(record.number("maps")).isEqualTo(4);
    assertThat(record.text())
        .containsPattern("\"packing\" : \"not grouped: its mapper " + StaticWords.class.getName());
    assertThat(record.number("bytesWrittenBefore")).isPositive();
  }

  /** One that is safe is grouped, so that the other one's map for each split is no accident. */
  @Tag("long")
  @Test
  void aMapperWithoutStateIsGrouped() throws Exception {
    Path records = scratch.resolve("plain");
    jobs.start("situ", records, "situ://vol/in", "situ://vol/out-plain").join().orThrow();

    assertThat(jobs.words("out-plain")).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records);
    assertThat(record.number("maps")).isLessThan(12);
    assertThat(record.text()).contains("\"packing\" : \"grouped: ");
  }
}
