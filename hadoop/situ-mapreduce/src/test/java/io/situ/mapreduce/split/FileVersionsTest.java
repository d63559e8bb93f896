// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.regroup.WrittenJob;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Formats may make up file splits that name no file. */
class FileVersionsTest {

  @TempDir private Path scratch;

  @Test
  void splitsOfFilesThatAreNotThereAreSubmitted() throws Exception {
    WrittenJob job = new WrittenJob(scratch);
    job.conf.set(RegroupPolicy.CHANGES.name(), "fail");
    FileSplit[] splits =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    new FileSplit(
                        new org.apache.hadoop.fs.Path(scratch + "/none/dummy-" + i),
                        0,
                        1,
                        new String[] {"node1"}))
            .toArray(FileSplit[]::new);

    assertThat(job.write(splits).bind(1, "node1").tasks()).isEqualTo(1);
  }

  @Test
  void aSplitOfARootHasNoVersion() throws Exception {
    WrittenJob job = new WrittenJob(scratch);
    job.conf.set(RegroupPolicy.CHANGES.name(), "fail");
    job.write(new FileSplit(new org.apache.hadoop.fs.Path("/"), 0, 1, new String[] {"node1"}));
    List<RawSplit> splits =
        SubmittedSplits.read(
            FileSystem.getLocal(job.conf), new org.apache.hadoop.fs.Path(scratch.toString()));

    byte[] raw = FileVersions.stamp(splits, job.conf).get(0).raw();

    byte[] version = Arrays.copyOfRange(raw, splits.get(0).raw().length, raw.length);
    assertThat(FileVersion.read(new DataInputStream(new ByteArrayInputStream(version))))
        .isEqualTo(FileVersion.UNKNOWN);
  }
}
