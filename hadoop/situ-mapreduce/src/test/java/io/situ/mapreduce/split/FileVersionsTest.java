// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.regroup.WrittenJob;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
      assertThat(version(raw.get(i), stamped.get(i))).isNotEqualTo(FileVersion.UNKNOWN);
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

  /** As S3 has them. */
  @ParameterizedTest
  @CsvSource({"a, a, true", "a, b, false", "'', '', true"})
  void filesThatAreListedWithMoreOfTheirTimesThanEachHasAreTheSame(
      String then, String now, boolean same) throws Exception {
    WrittenJob job = new WrittenJob(scratch);
    job.conf.set(RegroupPolicy.CHANGES.name(), "fail");
    job.conf.set("fs.wholeseconds.impl", WholeSeconds.class.getName());
    job.conf.setBoolean("fs.wholeseconds.impl.disable.cache", true);
    job.conf.set(WholeSeconds.ETAG, then);
    Path in = Files.createDirectory(scratch.resolve("in"));
    FileSplit[] splits = new FileSplit[40];
    for (int i = 0; i < splits.length; i++) {
      Path file = Files.writeString(in.resolve("f" + i), "text");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_123L));
      splits[i] =
          new FileSplit(
              new org.apache.hadoop.fs.Path("wholeseconds://" + file), 0, 4, new String[0]);
    }
    job.write(splits);
    List<RawSplit> raw =
        SubmittedSplits.read(
            FileSystem.getLocal(job.conf), new org.apache.hadoop.fs.Path(scratch.toString()));

    List<RawSplit> stamped = FileVersions.stamp(raw, job.conf);
    job.conf.set(WholeSeconds.ETAG, now);
    for (int i = 0; i < splits.length; i++) {
      org.apache.hadoop.fs.Path file = splits[i].getPath();
      FileVersion version = version(raw.get(i), stamped.get(i));
      assertThat(version.length()).isEqualTo(4);
      if (same) {
        version.check(file, job.conf);
      } else {
        assertThatThrownBy(() -> version.check(file, job.conf))
            .hasMessageContaining("was changed while the job ran")
            .hasMessageContaining("(etag b)");
      }
    }
  }

  @Test
  void anotherSecondIsAnotherVersionWhereNoEtagIsKnown() throws Exception {
    WrittenJob job = new WrittenJob(scratch);
    job.conf.set("fs.wholeseconds.impl", WholeSeconds.class.getName());
    Path file = Files.writeString(scratch.resolve("f"), "text");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_001_000L));
    FileVersion version = new FileVersion(4, 1_700_000_000_999L, "");

    assertThatThrownBy(
            () -> version.check(new org.apache.hadoop.fs.Path("wholeseconds://" + file), job.conf))
        .hasMessageContaining("was changed while the job ran");
  }

  private static FileVersion version(RawSplit raw, RawSplit stamped) throws IOException {
    byte[] all = stamped.raw();
    byte[] version = Arrays.copyOfRange(all, raw.raw().length, all.length);
    return FileVersion.read(new DataInputStream(new ByteArrayInputStream(version)))
        .withEtag(stamped.etag());
  }

  /** Files whose times are listed in milliseconds, while a single one has whole seconds. */
  public static final class WholeSeconds extends RawLocalFileSystem {
    static final String ETAG = "test.etag";

    @Override
    public URI getUri() {
      return URI.create("wholeseconds:///");
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path directory) throws IOException {
      FileStatus[] listed = super.listStatus(directory);
      for (int i = 0; i < listed.length; i++) {
        FileStatus whole = super.getFileStatus(listed[i].getPath());
        listed[i] = status(whole, whole.getModificationTime());
      }
      return listed;
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus status = super.getFileStatus(path);
      return status(status, status.getModificationTime() / 1_000 * 1_000);
    }

    private FileStatus status(FileStatus file, long modified) {
      return new EtagStatus(file, modified, getConf().get(ETAG, ""));
    }
  }

  private static final class EtagStatus extends FileStatus implements EtagSource {
    private static final long serialVersionUID = 1L;

    private final String etag;

    EtagStatus(FileStatus of, long modified, String etag) {
      super(of.getLen(), of.isDirectory(), 1, of.getBlockSize(), modified, of.getPath());
      this.etag = etag;
    }

    @Override
    public String getEtag() {
      return etag;
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

    RawSplit stamped = FileVersions.stamp(splits, job.conf).get(0);

    assertThat(version(splits.get(0), stamped)).isEqualTo(FileVersion.UNKNOWN);
  }
}
