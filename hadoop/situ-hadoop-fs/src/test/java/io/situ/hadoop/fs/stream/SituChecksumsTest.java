// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HDFS itself is the measure: the same bytes written to a real cluster have the same checksum. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class SituChecksumsTest {

  private static final int BLOCK = 1 << 20;
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

  @TempDir static Path scratch;
  private static MiniDFSCluster cluster;
  private static Configuration conf;

  @BeforeAll
  static void start() throws IOException {
    conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, scratch.toString());
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  private static void write(byte[] content) throws IOException {
    try (FSDataOutputStream out = cluster.getFileSystem().create(FILE, true)) {
      out.write(content);
    }
  }

  /** What HDFS answers for what was written last. */
  private static FileChecksum hdfs(String mode, long length) throws IOException {
    Configuration with = new Configuration(cluster.getConfiguration(0));
    with.set(SituChecksums.MODE_KEY, mode);
    try (FileSystem fs = FileSystem.newInstance(cluster.getURI(), with)) {
      return fs.getFileChecksum(FILE, length);
    }
  }

  private static FileChecksum situ(byte[] content, String mode, long length) throws IOException {
    Configuration with = new Configuration(false);
    with.set(SituChecksums.MODE_KEY, mode);
    return SituChecksums.of(with, BLOCK).compute(new MemoryFileSource(content), length);
  }

  @ParameterizedTest
  @CsvSource({
    "0", "1", "511", "512", "513", "1048575", "1048576", "1048577", "2097152", "4194304", "5000001"
  })
  void isWhatHdfsAnswers(int size) throws IOException {
    byte[] content = StreamFixtures.bytes(size);
    write(content);
    for (String mode : new String[] {"COMPOSITE_CRC", "MD5MD5CRC"}) {
      FileChecksum expected = hdfs(mode, Long.MAX_VALUE);
      FileChecksum answer = situ(content, mode, Long.MAX_VALUE);
      assertThat(answer).as("%s of %d bytes", mode, size).isEqualTo(expected);
      assertThat(answer.toString()).isEqualTo(expected.toString());
      assertThat(answer.getChecksumOpt().getChecksumType())
          .isEqualTo(expected.getChecksumOpt().getChecksumType());
    }
  }

  @Test
  void ofTheFirstBytesToo() throws IOException {
    byte[] content = StreamFixtures.bytes(3_000_000);
    write(content);
    for (String mode : new String[] {"COMPOSITE_CRC", "MD5MD5CRC"}) {
      for (long length : new long[] {1, 512, 1000, 1_048_576, 1_048_577, 2_500_000}) {
        assertThat(situ(content, mode, length))
            .as("%s of %d bytes", mode, length)
            .isEqualTo(hdfs(mode, length));
      }
    }
  }

  @Test
  void aLargeFileIsReadInPartsAndEqualsOneCrc() throws IOException {
    byte[] content = StreamFixtures.bytes(100_000_000);
    CRC32C crc = new CRC32C();
    crc.update(content);
    FileChecksum answer =
        SituChecksums.of(new Configuration(false), BLOCK)
            .compute(new MemoryFileSource(content), Long.MAX_VALUE);
    assertThat(answer.toString())
        .isEqualTo(String.format("COMPOSITE-CRC32C:0x%08x", (int) crc.getValue()));
  }

  @Test
  void aModeThatHdfsDoesNotHaveIsTakenAsHdfsTakesIt() throws IOException {
    byte[] content = StreamFixtures.bytes(1000);
    write(content);

    assertThat(situ(content, "COMPOSITE-CRC", Long.MAX_VALUE))
        .isEqualTo(hdfs("COMPOSITE-CRC", Long.MAX_VALUE));
  }

  @Test
  void aFileThatWasCutHasNoChecksum() {
    MemoryFileSource file = new MemoryFileSource(StreamFixtures.bytes(1000));
    file.visible = 999;
    assertThatThrownBy(
            () -> SituChecksums.of(new Configuration(false), BLOCK).compute(file, Long.MAX_VALUE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/data/file was cut at byte 999");
  }
}
