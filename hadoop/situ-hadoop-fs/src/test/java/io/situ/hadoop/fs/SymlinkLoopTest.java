// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several links in a circle: what follows them ends with a sentence, and does so at once. */
class SymlinkLoopTest {

  private static final int LINKS = 3;

  @TempDir private Path scratch;
  private Path in;
  private FileSystem fs;

  @BeforeEach
  void makeCircle() throws IOException {
    in = Files.createDirectory(scratch.toRealPath().resolve("in"));
    Files.writeString(in.resolve("f"), "a\n");
    for (int i = 0; i < LINKS; i++) {
      Files.createSymbolicLink(in.resolve("l" + i), Path.of("."));
    }
    fs = FileSystem.newInstance(URI.create("situ:///"), new Configuration());
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  private org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path("situ://" + in);
  }

  @Test
  void aRecursiveListingOfFilesNamesTheLink() {
    assertThatThrownBy(
            () -> {
              RemoteIterator<LocatedFileStatus> files = fs.listFiles(path(), true);
              while (files.hasNext()) {
                files.next();
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/in/l")
        .hasMessageContaining("circle");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void theInputOfAJobNamesTheLink(int threads) throws Exception {
    Configuration conf = new Configuration();
    conf.setBoolean(FileInputFormat.INPUT_DIR_RECURSIVE, true);
    conf.setInt(FileInputFormat.LIST_STATUS_NUM_THREADS, threads);
    conf.set("hadoop.tmp.dir", scratch.resolve("tmp").toString());
    Job job = Job.getInstance(conf, "circle");
    FileInputFormat.addInputPath(job, path());
    assertThatThrownBy(() -> new TextInputFormat().getSplits(job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/in/l")
        .hasMessageContaining("circle");
  }

  /** Nothing but the circle is refused: a link to where it lies may be named. */
  @Test
  void whatDoesNotGoRoundIsListed() throws IOException {
    assertThat(fs.listStatus(path())).hasSize(LINKS + 1);
    FileStatus[] linked = fs.listStatus(new org.apache.hadoop.fs.Path(path(), "l0"));
    assertThat(linked).hasSize(LINKS + 1);
    assertThat(fs.getContentSummary(path()).getFileCount()).isEqualTo(1);
    assertThat(fs.globStatus(new org.apache.hadoop.fs.Path(path(), "*/f"))).hasSize(LINKS);
  }
}
