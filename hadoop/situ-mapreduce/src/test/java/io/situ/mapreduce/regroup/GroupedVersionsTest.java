// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.split.FileVersions;
import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of input files, from the job's client to its tasks. */
class GroupedVersionsTest {

  private static final long NANOS = 1_700_000_000_123_000_000L;

  @TempDir private java.nio.file.Path scratch;
  private WrittenJob job;

  @BeforeEach
  void write() throws Exception {
    job = new WrittenJob(Files.createDirectory(scratch.resolve("job")));
    job.conf.set(RegroupPolicy.CHANGES.name(), "fail");
    write("f", NANOS);
    write("g", NANOS);
    job.write(split("f"), split("g"));
  }

  private java.nio.file.Path write(String name, long nanos) throws IOException {
    java.nio.file.Path file = Files.writeString(scratch.resolve(name), "five\n");
    return Files.setLastModifiedTime(file, FileTime.from(nanos, TimeUnit.NANOSECONDS));
  }

  private FileSplit split(String name) {
    Path file = new Path("situ://" + scratch.resolve(name));
    return new FileSplit(file, 0, 5, new String[] {"node1"});
  }

  private static byte[] bytes(List<RawSplit> splits) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SplitGroupState.of(FileSplit.class, new Group("node1", splits))
        .write(new DataOutputStream(out));
    return out.toByteArray();
  }

  /** As a version of Situ that knows no etags wrote it. */
  private static byte[] earlier(List<RawSplit> splits) throws IOException {
    return bytes(
        splits.stream()
            .map(s -> new RawSplit(s.className(), s.raw(), s.offset(), s.length(), s.hosts()))
            .toList());
  }

  /** Reads it where the next group of the job follows. */
  private SplitGroupState<FileSplit> read(byte[] group) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(group);
    Text.writeString(new DataOutputStream(file), GroupedSplit.class.getName());
    SplitGroupState<FileSplit> splits = SplitGroupState.empty(FileSplit.class);
    splits.setConf(job.conf);
    splits.readFields(new DataInputStream(new ByteArrayInputStream(file.toByteArray())));
    return splits;
  }

  /** As a tool that writes beside and renames does within one step of the clock. */
  private void replace(String name) throws IOException {
    Files.move(
        write("new", NANOS + 1_000), scratch.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aFileOfTheSameLengthAndTimeIsAnotherByItsEtag() throws Exception {
    SplitGroupState<FileSplit> splits = read(bytes(FileVersions.stamp(job.tasks(), job.conf)));
    replace("g");

    assertThatCode(() -> splits.checkCurrent(FileSplit::getPath)).doesNotThrowAnyException();
    splits.advance();
    assertThatThrownBy(() -> splits.checkCurrent(FileSplit::getPath))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/g' was changed while the job ran")
        .hasMessageContaining("it was 5 bytes of 2023-11-14T22:13:20.123Z (etag ");
  }

  @Test
  void earlierVersionsReadAllButTheEtags() throws Exception {
    List<RawSplit> splits = FileVersions.stamp(job.tasks(), job.conf);
    byte[] earlier = earlier(splits);
    byte[] now = bytes(splits);

    assertThat(Arrays.copyOf(now, earlier.length)).isEqualTo(earlier);
    assertThat(now.length).isGreaterThan(earlier.length);
  }

  @Test
  void whatAnEarlierVersionWroteHasNoEtags() throws Exception {
    SplitGroupState<FileSplit> splits = read(earlier(FileVersions.stamp(job.tasks(), job.conf)));
    replace("f");

    assertThat(splits.all()).extracting(s -> s.getPath().getName()).containsExactly("f", "g");
    assertThatCode(() -> splits.checkCurrent(FileSplit::getPath)).doesNotThrowAnyException();
  }
}
