// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.link.LinkMetadata;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockScans;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are attached without their bytes being read. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class LazyChecksumsTest {

  private static final int LENGTH = 3_000_001;

  @TempDir static Path scratch;
  @AutoClose private static LinkedCluster linked;

  @BeforeAll
  static void start() throws IOException {
    Map<String, String> settings =
        Map.of(
            "fs.situ.hdfs.checksums", "lazy",
            "dfs.block.scanner.volume.bytes.per.second", "1000000000");
    linked = new LinkedCluster(scratch, settings);
  }

  @Test
  void theBytesAreReadAndThenTheirChecksumsAreKept() throws Exception {
    byte[] bytes = linked.write("on1/read/object", LENGTH);
    linked.attach("/on1/read", "/read");
    assertThat(marks("/on1/read/object")).hasSize(1).noneMatch(LinkMetadata::summed);

    assertThat(linked.read("/read/object")).isEqualTo(bytes);

    assertThat(marks("/on1/read/object")).hasSize(1).allMatch(LinkMetadata::summed);
    assertThat(linked.read("/read/object")).isEqualTo(bytes);
  }

  @Test
  void aPieceInTheMiddleIsReadAndNothingIsKept() throws Exception {
    for (int length : new int[] {LENGTH, 512 * 4000}) {
      String name = "piece" + length;
      byte[] bytes = linked.write("on1/" + name + "/object", length);
      linked.attach("/on1/" + name, "/" + name);
      byte[] piece = new byte[100_000];
      try (FSDataInputStream in =
          linked.hdfs().open(new org.apache.hadoop.fs.Path("/" + name + "/object"))) {
        in.readFully(1_234_567, piece);
        assertThat(piece).isEqualTo(Arrays.copyOfRange(bytes, 1_234_567, 1_334_567));
        in.readFully(length - 100_000, piece);
        assertThat(piece).isEqualTo(Arrays.copyOfRange(bytes, length - 100_000, length));
      }
      assertThat(marks("/on1/" + name + "/object")).hasSize(1).noneMatch(LinkMetadata::summed);
    }
  }

  /** Its last bytes are written after the first ones were sent, and long before they are. */
  @Test
  void anObjectThatIsRewrittenWhileAPieceIsReadIsRefused() throws Exception {
    int length = 64 << 20;
    linked.write("on1/rewritten/object", length);
    linked.attach("/on1/rewritten", "/rewritten");
    byte[] piece = new byte[1000];
    try (FSDataInputStream in =
            linked.hdfs().open(new org.apache.hadoop.fs.Path("/rewritten/object"));
        RandomAccessFile object =
            new RandomAccessFile(linked.home().resolve("on1/rewritten/object").toFile(), "rw")) {
      in.seek(1_000_000);
      in.readFully(piece);
      object.seek(length - piece.length);
      object.write(piece);

      assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
    }
    linked.hdfs().delete(new org.apache.hadoop.fs.Path("/rewritten"), true);
  }

  @Test
  void theChecksumIsThatOfACopy() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    linked.write("on2/sum/object", LENGTH);
    linked.attach("/on2/sum", "/sum");
    org.apache.hadoop.fs.Path copy = new org.apache.hadoop.fs.Path("/copy");
    hdfs.copyFromLocalFile(
        new org.apache.hadoop.fs.Path(linked.home().resolve("on2/sum/object").toUri()), copy);

    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/sum/object");
    assertThat(hdfs.getFileChecksum(file)).isEqualTo(hdfs.getFileChecksum(copy));
    assertThat(marks("/on2/sum/object")).allMatch(LinkMetadata::summed);
    assertThat(hdfs.getFileChecksum(file)).isEqualTo(hdfs.getFileChecksum(copy));
  }

  @Test
  void theScannersLeaveItAlone() throws Exception {
    byte[] bytes = linked.write("on3/scanned/object", LENGTH);
    linked.attach("/on3/scanned", "/scanned");
    DataNode node = linked.cluster().getDataNodes().get(2);

    DataNodeTestUtils.runDirectoryScanner(node);
    linked.cluster().triggerBlockReports();
    assertThat(isCorrupt("/scanned/object")).isFalse();
    assertThat(marks("/on3/scanned/object")).noneMatch(LinkMetadata::summed);

    BlockScans.suspect(node, new LinkRequests(linked).block("/scanned/object"));
    GenericTestUtils.waitFor(() -> isSummed("/on3/scanned/object"), 50, 60_000);
    linked.cluster().triggerHeartbeats();
    assertThat(isCorrupt("/scanned/object")).isFalse();
    assertThat(linked.read("/scanned/object")).isEqualTo(bytes);
  }

  private static boolean isSummed(String object) {
    try {
      return marks(object).stream().allMatch(LinkMetadata::summed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of this file alone: other tests change objects on purpose. */
  private static boolean isCorrupt(String file) throws IOException {
    return linked.hdfs().getClient().getLocatedBlocks(file, 0).getLocatedBlocks().stream()
        .anyMatch(LocatedBlock::isCorrupt);
  }

  @Test
  void anObjectChangedSinceIsRefused() throws Exception {
    linked.write("on1/changed/object", LENGTH);
    linked.attach("/on1/changed", "/changed");
    byte[] other = new byte[LENGTH];
    Files.write(linked.home().resolve("on1/changed/object"), other);

    assertThatThrownBy(() -> linked.read("/changed/object")).isInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> linked.hdfs().getFileChecksum(new org.apache.hadoop.fs.Path("/changed/object")))
        .isInstanceOf(IOException.class);
    linked.hdfs().delete(new org.apache.hadoop.fs.Path("/changed"), true);
  }

  @Test
  void appendAndTruncateChangeACopy() throws Exception {
    byte[] bytes = linked.write("on12/own/object", LENGTH);
    linked.attach("/on12/own", "/own");
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/own/object");

    try (OutputStream out = linked.hdfs().append(file)) {
      out.write(new byte[] {1, 2, 3});
    }
    byte[] longer = Arrays.copyOf(bytes, LENGTH + 3);
    System.arraycopy(new byte[] {1, 2, 3}, 0, longer, LENGTH, 3);
    assertThat(linked.read("/own/object")).isEqualTo(longer);

    linked.hdfs().truncate(file, 1_000_001);
    GenericTestUtils.waitFor(() -> closed(file), 50, 60_000);
    assertThat(linked.read("/own/object")).isEqualTo(Arrays.copyOf(bytes, 1_000_001));
    assertThat(Files.readAllBytes(linked.home().resolve("on12/own/object"))).isEqualTo(bytes);
  }

  private static boolean closed(org.apache.hadoop.fs.Path file) {
    try {
      return linked.hdfs().isFileClosed(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the DataNodes note of the blocks of an object. */
  private static List<LinkMetadata> marks(String object) throws IOException {
    return BlockFiles.named(scratch.resolve("hdfs"), ".*\\.meta").stream()
        .flatMap(LazyChecksumsTest::mark)
        .filter(mark -> mark.block().object().toString().equals(object))
        .toList();
  }

  private static Stream<LinkMetadata> mark(Path checksums) {
    try {
      return LinkMetadata.read(checksums).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
