// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockScans;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links whose object, store or placeholder is away for a while. */
@Tag("hadoop-3.5")
@Tag("servers")
class DanglingLinkTest {

  private static final int LENGTH = 100_001;

  @TempDir private Path scratch;

  /** When checksums are computed. */
  String checksums() {
    return "eager";
  }

  private LinkedCluster cluster(Map<String, String> more) throws IOException {
    Map<String, String> settings = new HashMap<>();
    settings.putAll(more);
    settings.put("fs.situ.hdfs.checksums", checksums());
    return new LinkedCluster(scratch, settings);
  }

  @Test
  void dataNodesMayStartBeforeTheirStoreIsMounted() throws Exception {
    try (LinkedCluster linked = cluster(Map.of())) {
      byte[] one = linked.write("on1/tree/object", LENGTH);
      byte[] two = linked.write("on12/tree/object", LENGTH + 1);
      linked.attach("/on1/tree", "/one");
      linked.attach("/on12/tree", "/two");
      Path away = Files.move(linked.home(), scratch.resolve("away"));
      Files.createDirectory(linked.home());

      for (int i = 0; i < 3; i++) {
        linked.restartDataNode(0);
      }
      assertThatThrownBy(() -> linked.read("/one/object")).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> linked.read("/two/object")).isInstanceOf(IOException.class);
      for (DataNode node : linked.cluster().getDataNodes()) {
        DataNodeTestUtils.runDirectoryScanner(node);
      }
      linked.cluster().triggerBlockReports();
      assertThat(linked.hosts("/one/object")).containsExactly("node1");
      assertThat(linked.hosts("/two/object")).containsExactly("node1", "node2");
      assertThat(corrupt(linked)).isZero();

      Files.delete(linked.home());
      Files.move(away, linked.home());
      assertThat(linked.read("/one/object")).isEqualTo(one);
      assertThat(linked.read("/two/object")).isEqualTo(two);
    }
  }

  @Test
  void anObjectThatIsAwayWhileTheScannersRunKeepsItsLink() throws Exception {
    // The NameNode takes a block for gone for three seconds when it is found again.
    Map<String, String> fast =
        Map.of(
            "dfs.block.scanner.volume.bytes.per.second",
            "1000000000",
            "dfs.client.retry.window.base",
            "3000");
    try (LinkedCluster linked = cluster(fast)) {
      byte[] bytes = linked.write("on1/tree/object", LENGTH);
      linked.attach("/on1/tree", "/tree");
      Path object = linked.home().resolve("on1/tree/object");
      Path away = Files.move(object, scratch.resolve("away"));
      DataNode node = linked.cluster().getDataNodes().get(0);

      assertThatThrownBy(() -> linked.read("/tree/object")).isInstanceOf(IOException.class);
      BlockScans.suspect(node, new LinkRequests(linked).block("/tree/object"));
      DataNodeTestUtils.runDirectoryScanner(node);
      linked.cluster().triggerBlockReports();
      Files.move(away, object);

      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
      // The NameNode takes the block for gone for a moment, and then for good.
      GenericTestUtils.waitFor(() -> isOnlyOn(linked, "node1"), 100, 60_000);
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    }
  }

  private static boolean isOnlyOn(LinkedCluster linked, String host) {
    try {
      return corrupt(linked) == 0 && linked.hosts("/tree/object").equals(List.of(host));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void anObjectThatIsBackIsNoLongerCalledCorrupt() throws Exception {
    try (LinkedCluster linked = cluster(Map.of())) {
      byte[] bytes = linked.write("on12/tree/object", LENGTH);
      linked.attach("/on12/tree", "/tree");
      Path object = linked.home().resolve("on12/tree/object");
      Path away = Files.move(object, scratch.resolve("away"));
      assertThatThrownBy(() -> linked.read("/tree/object")).isInstanceOf(IOException.class);
      GenericTestUtils.waitFor(() -> corrupt(linked) > 0, 50, 60_000);
      for (int i = 0; i < 3; i++) {
        linked.restartDataNode(0);
      }
      Files.move(away, object);

      GenericTestUtils.waitFor(() -> isSound(linked, bytes), 500, 60_000);
    }
  }

  /** Every reader reads from one DataNode, and that one finds its block sound. */
  private static boolean isSound(LinkedCluster linked, byte[] bytes) {
    try {
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
      return corrupt(linked) == 0 && linked.hosts("/tree/object").equals(List.of("node1", "node2"));
    } catch (IOException e) {
      // The NameNode takes the block for gone for a moment.
      return false;
    }
  }

  @Test
  void aPlaceholderThatIsLostOrCutIsRecreated() throws Exception {
    try (LinkedCluster linked = cluster(Map.of())) {
      byte[] bytes = linked.write("on1/tree/lost", LENGTH);
      linked.write("on1/tree/cut", LENGTH);
      linked.attach("/on1/tree", "/tree");
      LinkRequests requests = new LinkRequests(linked);
      Path lost = placeholder(requests.block("/tree/lost"));
      Path cut = placeholder(requests.block("/tree/cut"));
      Files.delete(lost);
      Files.write(cut, new byte[3], java.nio.file.StandardOpenOption.TRUNCATE_EXISTING);

      DataNodeTestUtils.runDirectoryScanner(linked.cluster().getDataNodes().get(0));
      linked.cluster().triggerBlockReports();

      assertThat(lost).hasSize(LENGTH);
      assertThat(cut).hasSize(LENGTH);
      assertThat(corrupt(linked)).isZero();
      assertThat(linked.read("/tree/lost")).isEqualTo(bytes);
      assertThat(linked.read("/tree/cut")).isEqualTo(bytes);
    }
  }

  /** What is left of a link whose making was cut short before the NameNode heard of it. */
  @Test
  void aChecksumFileWithoutABlockIsForgotten() throws Exception {
    try (LinkedCluster linked = cluster(Map.of())) {
      linked.write("on1/tree/object", LENGTH);
      linked.attach("/on1/tree", "/tree");
      Path whole = placeholder(new LinkRequests(linked).block("/tree/object"));
      Path sums = files(whole.getFileName() + "_\\d+\\.meta").get(0);
      Path orphan =
          sums.resolveSibling(sums.getFileName().toString().replaceFirst("blk_\\d+", "blk_42"));
      Files.copy(sums, orphan, StandardCopyOption.COPY_ATTRIBUTES);

      DataNodeTestUtils.runDirectoryScanner(linked.cluster().getDataNodes().get(0));

      assertThat(orphan).doesNotExist();
      assertThat(sums).exists();
    }
  }

  /** The directory scanner informs the NameNode only of so many blocks it finds. */
  @Test
  void theNameNodeHearsOfEveryLink() throws Exception {
    Map<String, String> silent = Map.of("dfs.datanode.directoryscan.max.notify.count", "0");
    try (LinkedCluster linked = cluster(silent)) {
      byte[] bytes = linked.write("on123/tree/object", LENGTH);

      linked.attach("/on123/tree", "/tree");

      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    }
  }

  private Path placeholder(ExtendedBlock block) throws IOException {
    return files(block.getBlockName()).get(0);
  }

  private List<Path> files(String name) throws IOException {
    return BlockFiles.named(scratch.resolve("hdfs"), name);
  }

  private static long corrupt(LinkedCluster linked) {
    return linked.cluster().getNameNode().getNamesystem().getCorruptReplicaBlocks();
  }
}
