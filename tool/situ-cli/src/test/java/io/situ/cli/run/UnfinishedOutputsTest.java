// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.record.JobRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the outputs of jobs that were killed. */
class UnfinishedOutputsTest {

  @TempDir private Path scratch;
  private int jobs;

  private void job(String state, String output) throws IOException {
    String id = "job_local1_000" + ++jobs;
    Files.writeString(
        Files.createDirectories(scratch.resolve("jobs")).resolve(id + ".json"),
        "{\"id\": \"%s\", \"framework\": \"local\", \"state\": \"%s\", \"output\": \"%s\"}"
            .formatted(id, state, output));
  }

  private String said() throws IOException {
    return UnfinishedOutputs.clean(JobRecords.readAll(scratch.resolve("jobs")), new SilentOptions())
        .clauses();
  }

  @Test
  void nothingWhereNoJobHasAnUnfinishedOne() throws IOException {
    assertThat(said()).isEmpty();
    job("SUCCEEDED", "situ:" + scratch.resolve("whole"));
    assertThat(said()).isEmpty();
  }

  @Test
  void eachIsNamedWithWhatBecameOfIt() throws IOException {
    Path own = Files.createDirectory(scratch.resolve("own"));
    job("RUNNING", "situ:" + scratch.resolve("gone"));
    job("KILLED", "situ:" + own);
    job("FAILED", "hdfs://nn/out");
    job("RUNNING", "file:/tmp/out");

    assertThat(said())
        .isEqualTo(
            "; its output at situ:"
                + scratch.resolve("gone")
                + " was taken away; output is still at situ:"
                + own
                + ", where not all may be its own; output may be left at hdfs://nn/out,"
                + " file:/tmp/out, which Situ does not clean up");
    assertThat(own).exists();
  }
}
