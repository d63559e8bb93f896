// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
import io.situ.mapreduce.record.Submission;
import io.situ.mapreduce.yarn.UncertainSubmissionException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submissions that fail although YARN may have accepted the job. */
class UncertainSubmissionTest {

  private static final JobID JOB = new JobID("1500000000000", 7);

  @TempDir private Path scratch;

  @Test
  void theOutputOfAJobThatMayRunIsLeftAsItIs() throws Exception {
    Configuration conf = conf();
    org.apache.hadoop.fs.Path out = new org.apache.hadoop.fs.Path("situ:" + scratch + "/out");
    Submission submission =
        new Submission(conf, List.of(), OptionalLong.empty(), 0, List.of(), Optional.of(out));
    JobMonitor watch = JobMonitor.start(null, conf, JOB, submission);
    Path work = Files.createDirectories(scratch.resolve("out/_temporary/1/attempt"));

    assertThatThrownBy(
            () ->
                watch.submit(
                    () -> {
                      throw new ConnectException("the answer was lost");
                    }))
        .isInstanceOf(UncertainSubmissionException.class)
        .hasMessageStartingWith(
            "the submission of job_1500000000000_0007 failed (the answer was lost), and it may run"
                + " all the same: YARN does not answer: ")
        .hasMessageContaining("'yarn application -status application_1500000000000_0007'");
    assertThat(watch.ended()).isTrue();
    assertThat(work).isDirectory();
    assertThat(scratch.resolve("out/_temporary/_situ_claim")).exists();
    assertThat(JobRecords.readAll(scratch.resolve("records")).get(0).state())
        .isEqualTo(JobRecord.State.RUNNING);
  }

  /** Names a ResourceManager that is not there. */
  private Configuration conf() throws IOException {
    Configuration conf = new Configuration();
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      conf.set("yarn.resourcemanager.address", "127.0.0.1:" + unused.getLocalPort());
    }
    conf.set("situ.mapreduce.framework", "yarn");
    conf.set("situ.mapreduce.records.dir", scratch.resolve("records").toString());
    conf.setInt("yarn.resourcemanager.connect.max-wait.ms", 20);
    conf.setInt("yarn.resourcemanager.connect.retry-interval.ms", 10);
    conf.setInt("ipc.client.connect.max.retries", 0);
    return conf;
  }
}
