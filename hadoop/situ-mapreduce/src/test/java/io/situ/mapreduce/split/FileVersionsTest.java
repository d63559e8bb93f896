// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.regroup.WrittenJob;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.security.AccessControlException;
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

  /** Its user may enter it. */
  @Test
  void filesOfADirectoryThatCannotBeListedAreAskedForOneByOne() throws Exception {
    WrittenJob job = new WrittenJob(scratch);
    job.conf.set(RegroupPolicy.CHANGES.name(), "fail");
    job.conf.set("fs.unlistable.impl", Unlistable.class.getName());
    Path in = Files.createDirectory(scratch.resolve("in"));
    FileSplit[] splits = new FileSplit[40];
    for (int i = 0; i < splits.length; i++) {
      Path file = Files.writeString(in.resolve("f" + i), "text");
      splits[i] =
          new FileSplit(
              new org.apache.hadoop.fs.Path("unlistable://" + file), 0, 4, new String[] {"node1"});
    }
    job.write(splits);
    List<RawSplit> raw =
        SubmittedSplits.read(
            FileSystem.getLocal(job.conf), new org.apache.hadoop.fs.Path(scratch.toString()));

    List<RawSplit> stamped = FileVersions.stamp(raw, job.conf);
    for (int i = 0; i < splits.length; i++) {
      byte[] all = stamped.get(i).raw();
      byte[] version = Arrays.copyOfRange(all, raw.get(i).raw().length, all.length);
      assertThat(FileVersion.read(new DataInputStream(new ByteArrayInputStream(version))))
          .isNotEqualTo(FileVersion.UNKNOWN);
    }
  }

  /** Files whose directory may not be listed. */
  public static final class Unlistable extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("unlistable:///");
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path directory) throws IOException {
      throw new AccessControlException("Permission denied: " + directory);
    }
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
