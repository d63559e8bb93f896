// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;

class LeaseRecordTest {

  private static LeaseRecord parse(String text) {
    return LeaseRecord.parse(text).orElseThrow();
  }

  private static String text() throws IOException {
    return LeaseRecord.of(new JobID("local", 7), true).text();
  }

  /** The claim of a process that ran where this one runs. */
  private static String ofProcess(long pid) throws IOException {
    long own = ProcessHandle.current().pid();
    return text().replace("\n" + own + "\n", "\n" + pid + "\n");
  }

  @Test
  void isReadAsItWasWritten() throws IOException {
    String text = text();

    assertThat(parse(text).text()).isEqualTo(text);
    assertThat(parse(text).isSame(parse(text))).isTrue();
    assertThat(parse(text).isSame(parse(text()))).isFalse();
  }

  @Test
  void isNoClaimUnlessItIsWhole() throws IOException {
    String text = text();
    for (int length = 0; length < text.length(); length++) {
      assertThat(LeaseRecord.parse(text.substring(0, length))).isEmpty();
    }
    assertThat(LeaseRecord.parse(text + "x")).isEmpty();
    assertThat(LeaseRecord.parse(text.replaceFirst("\n\\d+\n", "\nnobody\n"))).isEmpty();
  }

  @Test
  void isDeadOnlyIfItsProcessIsCertainlyGone() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();

    assertThat(parse(text()).isDead()).isFalse();
    assertThat(parse(ofProcess(gone.pid())).isDead()).isTrue();
    assertThat(parse(ofProcess(1)).isDead()).as("another process has the number now").isTrue();
  }

  @Test
  void isNotDeadIfThatCannotBeKnown() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    String[] lines = ofProcess(gone.pid()).split("\n");

    for (int line : new int[] {2, 5}) {
      String[] other = lines.clone();
      other[line] = "elsewhere";
      assertThat(parse(String.join("\n", other) + "\n").isDead()).isFalse();
    }
    String onCluster = String.join("\n", lines).replace("job_local_", "job_17_") + "\n";
    assertThat(parse(onCluster).isDead()).isFalse();
    assertThat(parse(onCluster).isDead(Set.of("job_17_0008"))).isFalse();
    assertThat(parse(onCluster).isDead(Set.of("job_17_0007"))).as("it is over").isTrue();
    assertThat(parse(text().replace("job_local_", "job_17_")).isDead(Set.of("job_17_0007")))
        .as("its process runs")
        .isFalse();
  }

  @Test
  void knowsTheNamesThatJobsGive() {
    assertThat(LeaseRecord.isNameOfJobs("part-r-00000")).isTrue();
    assertThat(LeaseRecord.isNameOfJobs("words-m-00012.gz")).isTrue();
    assertThat(LeaseRecord.isNameOfJobs("_SUCCESS")).isTrue();
    assertThat(LeaseRecord.isNameOfJobs("_mine")).isFalse();
    assertThat(LeaseRecord.isNameOfJobs("notes")).isFalse();
    assertThat(LeaseRecord.isNameOfJobs("my-r-notes")).isFalse();
  }
}
