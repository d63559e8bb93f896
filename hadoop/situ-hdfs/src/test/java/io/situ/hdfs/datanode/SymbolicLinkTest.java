// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockScans;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Objects behind symbolic links stay as they are, and the links stay too. */
@Tag("hadoop-3.5")
@Tag("servers")
class SymbolicLinkTest extends ObjectsNeverModified {

  @Override
  Map<String, String> settings() {
    return Map.of("fs.situ.hdfs.link", "symlink");
  }

  @Test
  void aBlockIsALinkToItsObject() throws Exception {
    List<Path> links = links();

    assertThat(links).hasSize(2);
    for (Path link : links) {
      assertThat(Files.readSymbolicLink(link)).isEqualTo(object.toRealPath());
    }
    assertThat(linked.read(file.toString())).isEqualTo(bytes);
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
  }

  @Test
  void onlyTheLinkGoes() throws Exception {
    ExtendedBlock block = block();

    linked.hdfs().delete(file, false);

    GenericTestUtils.waitFor(() -> isDeleted(block), 50, 60_000);
    assertThat(object).hasBinaryContent(bytes);
  }

  private boolean isDeleted(ExtendedBlock block) {
    try {
      linked.cluster().triggerHeartbeats();
      return files(block).isEmpty();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void theScannersLeaveLinksAlone() throws Exception {
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
    BlockScans.suspect(linked.cluster().getDataNodes().get(0), block());
    linked.cluster().triggerBlockReports();

    assertThat(corrupt()).isZero();
    assertThat(links()).hasSize(2);
    assertThat(linked.read(file.toString())).isEqualTo(bytes);
  }

  @Test
  void aLinkThatIsLostIsRecreated() throws Exception {
    Path lost = links().get(0);
    Files.delete(lost);

    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }

    assertThat(Files.readSymbolicLink(lost)).isEqualTo(object.toRealPath());
    assertThat(linked.read(file.toString())).isEqualTo(bytes);
  }

  @Test
  void aLinkWhoseObjectIsAwayStays() throws Exception {
    List<Path> links = links();
    Path away = Files.move(object, scratch.resolve("away"));

    assertThatThrownBy(() -> linked.read(file.toString())).isInstanceOf(IOException.class);
    linked.restartDataNodes("node1", "node2");
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
    linked.cluster().triggerBlockReports();
    assertThat(links).allMatch(link -> Files.exists(link, LinkOption.NOFOLLOW_LINKS));
    Files.move(away, object);

    GenericTestUtils.waitFor(this::isWhole, 500, 60_000);
    assertThat(links()).isEqualTo(links);
  }

  private boolean isWhole() {
    try {
      assertThat(linked.read(file.toString())).isEqualTo(bytes);
      return corrupt() == 0 && linked.hosts(file.toString()).equals(List.of("node1", "node2"));
    } catch (IOException e) {
      // The NameNode takes the block for gone for a moment.
      return false;
    }
  }

  @Test
  void dataNodesMayStartBeforeTheStoreIsMounted() throws Exception {
    Path away = Files.move(linked.home(), scratch.resolve("unmounted"));
    Files.createDirectory(linked.home());

    linked.restartDataNodes("node1", "node2");
    linked.cluster().triggerBlockReports();
    Files.delete(linked.home());
    Files.move(away, linked.home());

    assertThat(corrupt()).isZero();
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
    assertThat(linked.read(file.toString())).isEqualTo(bytes);
  }

  @Test
  void aChangedObjectIsRefusedAndReported() throws Exception {
    Path changed = linked.home().resolve("on1/" + name + "/object");
    linked.write("on1/" + name + "/object", 5000);
    linked.attach("/on1/" + name, "/changed");
    Files.write(changed, new byte[] {1}, StandardOpenOption.APPEND);

    assertThatThrownBy(() -> linked.read("/changed/object")).isInstanceOf(IOException.class);
    GenericTestUtils.waitFor(() -> corrupt() > 0, 50, 60_000);
    linked.hdfs().delete(new org.apache.hadoop.fs.Path("/changed"), true);
    GenericTestUtils.waitFor(() -> corrupt() == 0, 50, 60_000);
  }

  @Test
  void aPartOfAnObjectGetsAPlaceholder() throws Exception {
    LinkRequests requests = new LinkRequests(linked);
    LinkedBlock whole = requests.object(file.toString());
    LinkedBlock part =
        new LinkedBlock("data", whole.object(), LENGTH, whole.version(), 100_000, 50_000);
    ExtendedBlock other = new ExtendedBlock(block());
    other.setBlockId(other.getBlockId() + 4711);
    LinkBlockRequest order = requests.order(other, part);

    assertThat(requests.link(0, order, LinkType.SYMLINK))
        .isEqualTo(LinkBlockResult.linked(LinkType.PLACEHOLDER));
  }

  @Test
  void attachingCountsTheLinks() throws Exception {
    linked.write("on23/" + name + "/one", 10);
    linked.write("on23/" + name + "/none", 0);

    AttachSummary summary = linked.attach("/on23/" + name, "/counted");

    assertThat(summary.get(Count.SYMLINKS)).isEqualTo(2);
    assertThat(summary.get(Count.PLACEHOLDERS)).isZero();
  }

  private ExtendedBlock block() throws IOException {
    return new LinkRequests(linked).block(file.toString());
  }

  private List<Path> links() throws IOException {
    return files(block()).stream().filter(Files::isSymbolicLink).toList();
  }

  private static List<Path> files(ExtendedBlock block) throws IOException {
    return BlockFiles.named(scratch.resolve("hdfs"), block.getBlockName() + "(_.*)?");
  }

  private long corrupt() {
    return linked.cluster().getNameNode().getNamesystem().getCorruptReplicaBlocks();
  }
}
