// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.split.SubmittedSplits;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmittedSplitsTest {

  @TempDir private Path scratch;

  @Test
  void pinnedSplitsAreTheSameSplitsOnOneHostEach() throws Exception {
    Configuration conf = new Configuration();
    FileSystem fs = FileSystem.getLocal(conf);
    org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path(scratch.toString());
    FileSplit[] written = new FileSplit[4];
    for (int i = 0; i < written.length; i++) {
      String[] hosts = {"node" + i % 2, "node2"};
      written[i] =
          new FileSplit(new org.apache.hadoop.fs.Path("/in/f" + i), 10L * i, 100L + i, hosts);
    }
    JobSplitWriter.createSplitFiles(directory, conf, fs, written);
    List<RawSplit> before = SubmittedSplits.read(fs, directory);

    SubmittedSplits.writeHosts(SplitGroups.pinned(before, host -> 1), fs, directory);
    List<RawSplit> after = SubmittedSplits.read(fs, directory);

    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < after.size(); i++) {
      assertThat(after.get(i).raw()).isEqualTo(before.get(i).raw());
      assertThat(after.get(i).offset()).isEqualTo(before.get(i).offset());
      assertThat(after.get(i).length()).isEqualTo(100 + i);
      assertThat(after.get(i).hosts()).hasSize(1);
      assertThat(before.get(i).hosts()).containsAll(after.get(i).hosts());
    }
  }
}
