// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of splits as Hadoop writes them, whole and damaged. */
@Tag("hadoop-3.4-long")
class SubmittedSplitsDamageTest {

  private static final int MUTATIONS = 100_000;

  @TempDir private Path scratch;
  private byte[] splits;
  private byte[] metas;

  @BeforeEach
  void write() throws Exception {
    Configuration conf = new Configuration();
    FileSplit[] written = new FileSplit[3];
    for (int i = 0; i < written.length; i++) {
      written[i] =
          new FileSplit(
              new org.apache.hadoop.fs.Path("/in/f" + i),
              10L * i,
              100L + i,
              new String[] {"node" + i, "node9"});
    }
    JobSplitWriter.createSplitFiles(
        new org.apache.hadoop.fs.Path(scratch.toString()),
        conf,
        FileSystem.getLocal(conf),
        written);
    splits = Files.readAllBytes(scratch.resolve("job.split"));
    metas = Files.readAllBytes(scratch.resolve("job.splitmetainfo"));
  }

  private static void refused(byte[] bytes, byte[] metaBytes) {
    assertThatThrownBy(() -> SubmittedSplits.parse(bytes, metaBytes))
        .isInstanceOf(IOException.class);
  }

  @Test
  void wholeFilesAreRead() throws IOException {
    List<RawSplit> read = SubmittedSplits.parse(splits, metas);

    assertThat(read).extracting(RawSplit::length).containsExactly(100L, 101L, 102L);
    assertThat(read.get(1).hosts()).containsExactly("node1", "node9");
    assertThat(read.get(1).className()).isEqualTo(FileSplit.class.getName());
    assertThat(read.get(2).start())
        .isEqualTo(new SubmittedSplits.Start(new org.apache.hadoop.fs.Path("/in/f2"), 20));
  }

  @Test
  void filesThatAreCutOffAreRefused() {
    for (int length = 0; length < metas.length; length++) {
      refused(splits, Arrays.copyOf(metas, length));
    }
    for (int length = 0; length < splits.length - 100; length++) {
      refused(Arrays.copyOf(splits, length), metas);
    }
  }

  /** As a count of splits, of hosts, and as the length of a name. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCountMakesNoRoomForWhatIsNotThere(int place) throws IOException {
    for (int count : new int[] {1 << 30, Integer.MAX_VALUE, -1}) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeBytes("META-SPL");
      for (int number : Arrays.copyOf(new int[] {1, 1, 1}, place + 1)) {
        WritableUtils.writeVInt(out, number);
      }
      WritableUtils.writeVInt(out, count);
      out.writeBytes("node");

      refused(splits, bytes.toByteArray());
    }
  }

  @Test
  void anotherFileIsRefused() {
    byte[] other = metas.clone();
    other[0] = 'B';
    assertThatThrownBy(() -> SubmittedSplits.parse(splits, other))
        .hasMessageContaining("does not begin as it should");
    byte[] later = metas.clone();
    later[8] = 2;
    assertThatThrownBy(() -> SubmittedSplits.parse(splits, later))
        .hasMessageEndingWith("is of version 2");
  }

  @Test
  void aSplitThatNamesNoFileIsRefused() throws IOException {
    for (String file : List.of("", ":", "x:y:z/")) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      Text.writeString(out, FileSplit.class.getName());
      Text.writeString(out, file);
      out.writeLong(0);
      RawSplit split = new RawSplit("x", bytes.toByteArray(), 0, 1, List.of());

      assertThatThrownBy(split::start).as("'%s'", file).isInstanceOf(IOException.class);
    }
    RawSplit none = new RawSplit("x", new byte[0], 0, 1, List.of());
    assertThatThrownBy(none::start).isInstanceOf(IOException.class);
  }

  @Test
  void anyBytesAreSplitsOrAreRefused() {
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = i % 3 == 0 ? splits : damage.copy(splits);
      byte[] metaBytes = i % 3 == 1 ? metas : damage.copy(metas);
      try {
        for (RawSplit split : SubmittedSplits.parse(bytes, metaBytes)) {
          assertThat(split.raw().length).isLessThanOrEqualTo(bytes.length);
          split.start();
        }
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  @Test
  void anyBytesAreAVersionOrAreRefused() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new FileVersion(1L << 40, 1_700_000_000_123L, "").write(new DataOutputStream(out));
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = damage.copy(out.toByteArray());
      try {
        FileVersion version =
            FileVersion.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        assertThat(version.toString()).contains(" bytes of ");
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }
}
