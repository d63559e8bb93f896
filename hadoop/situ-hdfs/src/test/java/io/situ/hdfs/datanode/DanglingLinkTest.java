// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockScans;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Links whose object, store or placeholder is away for a while. */
@Tag("hadoop-3.5")
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DanglingLinkTest {

  private static final int LENGTH = 100_001;

  @TempDir private static Path scratch;
  private LinkedCluster linked;

  /** When checksums are computed. */
  String checksums() {
    return "eager";
  }

  @BeforeAll
  void start() throws IOException {
    linked =
        new LinkedCluster(
            scratch,
            Map.of(
                "fs.situ.hdfs.checksums",
                checksums(),
                "dfs.block.scanner.volume.bytes.per.second",
                "1000000000"));
  }

  @AfterAll
  void stop() {
    linked.close();
  }

  @Test
  void dataNodesMayStartBeforeTheirStoreIsMounted() throws Exception {
    byte[] one = linked.write("on1/unmounted/object", LENGTH);
    byte[] two = linked.write("on12/unmounted/object", LENGTH + 1);
    linked.attach("/on1/unmounted", "/one");
    linked.attach("/on12/unmounted", "/two");
    Path away = Files.move(linked.home(), scratch.resolve("unmounted"));
    Files.createDirectory(linked.home());

    linked.restartDataNodes("node1", "node2");
    assertThatThrownBy(() -> linked.read("/one/object")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> linked.read("/two/object")).isInstanceOf(IOException.class);
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
    linked.cluster().triggerBlockReports();
    assertThat(linked.hosts("/one/object")).containsExactly("node1");
    assertThat(linked.hosts("/two/object")).containsExactly("node1", "node2");
    assertThat(corrupt()).isZero();

    Files.delete(linked.home());
    Files.move(away, linked.home());
    assertThat(linked.read("/one/object")).isEqualTo(one);
    assertThat(linked.read("/two/object")).isEqualTo(two);
  }

  @Test
  void anObjectThatIsAwayWhileTheScannersRunKeepsItsLink() throws Exception {
    byte[] bytes = linked.write("on1/scanned/object", LENGTH);
    linked.attach("/on1/scanned", "/scanned");
    Path object = linked.home().resolve("on1/scanned/object");
    Path away = Files.move(object, scratch.resolve("scanned"));
    DataNode node = linked.dataNode("node1");

    assertThatThrownBy(() -> linked.read("/scanned/object")).isInstanceOf(IOException.class);
    BlockScans.suspect(node, new LinkRequests(linked).block("/scanned/object"));
    DataNodeTestUtils.runDirectoryScanner(node);
    linked.cluster().triggerBlockReports();
    Files.move(away, object);

    assertThat(readPatiently("/scanned/object")).isEqualTo(bytes);
    // The NameNode takes the block for gone for a moment, and then for good.
    GenericTestUtils.waitFor(() -> isOnlyOnNode1("/scanned/object"), 100, 60_000);
    assertThat(readPatiently("/scanned/object")).isEqualTo(bytes);
  }

  /** The NameNode takes a block for gone for three seconds when it is found again. */
  private byte[] readPatiently(String file) throws IOException {
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    conf.set("dfs.client.retry.window.base", "3000");
    try (FileSystem patient = FileSystem.newInstance(linked.hdfs().getUri(), conf);
        InputStream in = patient.open(new org.apache.hadoop.fs.Path(file))) {
      return in.readAllBytes();
    }
  }

  private boolean isOnlyOnNode1(String file) {
    try {
      return corrupt() == 0 && linked.hosts(file).equals(List.of("node1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anObjectThatIsBackIsNoLongerCalledCorrupt() throws Exception {
    byte[] bytes = linked.write("on12/back/object", LENGTH);
    linked.attach("/on12/back", "/back");
    Path object = linked.home().resolve("on12/back/object");
    Path away = Files.move(object, scratch.resolve("back"));
    assertThatThrownBy(() -> linked.read("/back/object")).isInstanceOf(IOException.class);
    GenericTestUtils.waitFor(() -> corrupt() > 0, 50, 60_000);
    linked.restartDataNodes("node1", "node2");
    Files.move(away, object);

    GenericTestUtils.waitFor(() -> isSound("/back/object", bytes), 500, 60_000);
  }

  /** Every reader reads from one DataNode, and that one finds its block sound. */
  private boolean isSound(String file, byte[] bytes) {
    try {
      assertThat(linked.read(file)).isEqualTo(bytes);
      return corrupt() == 0 && linked.hosts(file).equals(List.of("node1", "node2"));
    } catch (IOException e) {
      // The NameNode takes the block for gone for a moment.
      return false;
    }
  }

  @Test
  void aPlaceholderThatIsLostOrCutIsRecreated() throws Exception {
    byte[] bytes = linked.write("on1/placeholders/lost", LENGTH);
    linked.write("on1/placeholders/cut", LENGTH);
    linked.attach("/on1/placeholders", "/placeholders");
    LinkRequests requests = new LinkRequests(linked);
    Path lost = placeholder(requests.block("/placeholders/lost"));
    Path cut = placeholder(requests.block("/placeholders/cut"));
    Files.delete(lost);
    Files.write(cut, new byte[3], StandardOpenOption.TRUNCATE_EXISTING);

    DataNodeTestUtils.runDirectoryScanner(linked.dataNode("node1"));
    linked.cluster().triggerBlockReports();

    assertThat(lost).hasSize(LENGTH);
    assertThat(cut).hasSize(LENGTH);
    assertThat(corrupt()).isZero();
    assertThat(linked.read("/placeholders/lost")).isEqualTo(bytes);
    assertThat(linked.read("/placeholders/cut")).isEqualTo(bytes);
  }

  /** What is left of a link whose making was cut short before the NameNode heard of it. */
  @Test
  void aChecksumFileWithoutABlockIsForgotten() throws Exception {
    linked.write("on1/orphan/object", LENGTH);
    linked.attach("/on1/orphan", "/orphan");
    Path whole = placeholder(new LinkRequests(linked).block("/orphan/object"));
    Path sums = files(whole.getFileName() + "_\\d+\\.meta").get(0);
    Path orphan =
        sums.resolveSibling(sums.getFileName().toString().replaceFirst("blk_\\d+", "blk_42"));
    Files.copy(sums, orphan, StandardCopyOption.COPY_ATTRIBUTES);

    DataNodeTestUtils.runDirectoryScanner(linked.dataNode("node1"));

    assertThat(orphan).doesNotExist();
    assertThat(sums).exists();
  }

  /** The directory scanner informs the NameNode only of so many blocks it finds. */
  @Test
  void theNameNodeHearsOfEveryLink(@TempDir Path other) throws Exception {
    Map<String, String> silent =
        Map.of(
            "fs.situ.hdfs.checksums",
            checksums(),
            "dfs.datanode.directoryscan.max.notify.count",
            "0");
    try (LinkedCluster cluster = new LinkedCluster(other, silent)) {
      byte[] bytes = cluster.write("on123/tree/object", LENGTH);

      cluster.attach("/on123/tree", "/tree");

      assertThat(cluster.read("/tree/object")).isEqualTo(bytes);
    }
  }

  private static Path placeholder(ExtendedBlock block) throws IOException {
    return files(block.getBlockName()).get(0);
  }

  private static List<Path> files(String name) throws IOException {
    return BlockFiles.named(scratch.resolve("hdfs"), name);
  }

  private long corrupt() {
    return linked.cluster().getNameNode().getNamesystem().getCorruptReplicaBlocks();
  }
}
