// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static io.situ.mapreduce.regroup.WrittenJob.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much a map task reads that is made of several splits. */
class GroupSizeTest {

  private static final int MB = 1 << 20;

  @TempDir private Path scratch;

  private WrittenJob job;

  @BeforeEach
  void prepare() throws Exception {
    job = new WrittenJob(scratch);
  }

  /** Fifteen splits of 64 MB on one host. */
  private void write() throws Exception {
    FileSplit[] splits = new FileSplit[15];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = split("f" + i, 0, 64 * MB, "node1");
    }
    job.write(splits);
  }

  @Test
  void aHostsSplitsAreSpreadOverItsSlots() throws Exception {
    write();

    assertThat(job.bind(2, "node1").tasks()).isEqualTo(2);
  }

  @Test
  void aJobsOwnLargestSplitSizeIsKeptTo() throws Exception {
    job.conf.setLong(FileInputFormat.SPLIT_MAXSIZE, 150 * MB);
    write();

    assertThat(job.bind(2, "node1").tasks()).isEqualTo(8);
    assertThat(job.tasks()).extracting(RawSplit::length).allMatch(bytes -> bytes <= 150 * MB);
  }

  @Test
  void splitsThatAreAsLongAsTheJobAllowsAreTasksOfTheirOwn() throws Exception {
    job.conf.setLong(FileInputFormat.SPLIT_MAXSIZE, 64 * MB);
    write();

    assertThat(job.bind(2, "node1").tasks()).isEqualTo(15);
  }

  @Test
  void whoNamesTheSizeOfTasksIsObeyedWhateverTheSizeOfSplits() throws Exception {
    job.conf.setLong(FileInputFormat.SPLIT_MAXSIZE, 64 * MB);
    job.conf.set(RegroupPolicy.TARGET_BYTES.name(), "1g");
    write();

    assertThat(job.bind(2, "node1").tasks()).isEqualTo(2);
  }
}
