// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.situ.mapreduce.split.FileVersion;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;

final class GroupProgressTest {

  private static SplitGroupState<FileSplit> group(long... lengths) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    WritableUtils.writeVInt(out, lengths.length);
    for (long length : lengths) {
      Text.writeString(out, FileSplit.class.getName());
      new FileSplit(new Path("/f"), 0, length, new String[0]).write(out);
      FileVersion.UNKNOWN.write(out);
    }
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    SplitGroupState<FileSplit> splits = SplitGroupState.empty(FileSplit.class);
    splits.setConf(new Configuration(false));
    splits.readFields(new DataInputStream(in));
    return splits;
  }

  private static void expect(
      SplitGroupState<FileSplit> splits, GroupProgress<FileSplit> progress, double... halves) {
    for (double half : halves) {
      assertThat(progress.with(0.5f)).isCloseTo((float) half, within(1e-6f));
      if (splits.hasNext()) {
        splits.advance();
      }
    }
  }

  @Test
  void countsBytes() throws IOException {
    SplitGroupState<FileSplit> splits = group(10, 0, 30, 60);
    GroupProgress<FileSplit> progress = new GroupProgress<>(splits, FileSplit::getLength);
    assertThat(progress.with(0)).isZero();
    expect(splits, progress, 0.05, 0.1, 0.25, 0.7);
    assertThat(progress.with(1)).isEqualTo(1);
  }

  @Test
  void countsSplitsWithoutBytes() throws IOException {
    SplitGroupState<FileSplit> splits = group(0, 0);
    GroupProgress<FileSplit> progress = new GroupProgress<>(splits, FileSplit::getLength);
    expect(splits, progress, 0.25, 0.75);
    assertThat(progress.with(1)).isEqualTo(1);
  }
}
