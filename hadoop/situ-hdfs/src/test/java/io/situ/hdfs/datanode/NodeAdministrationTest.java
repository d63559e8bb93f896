// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** DataNodes that leave and come back, and blocks that are wanted elsewhere: no byte is copied. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class NodeAdministrationTest {

  private static final int LENGTH = 200_003;

  @TempDir static java.nio.file.Path scratch;
  @AutoClose private static LinkedCluster linked;

  private byte[] bytes;
  private Path file;

  @BeforeAll
  static void start() throws IOException {
    linked = new LinkedCluster(scratch, Map.of("dfs.namenode.decommission.interval", "1"));
  }

  @BeforeEach
  void attach(TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    bytes = linked.write("on12/" + name + "/object", LENGTH);
    linked.attach("/on12/" + name, "/" + name);
    file = new Path("/" + name + "/object");
  }

  @AfterEach
  void detach() throws IOException {
    linked.hdfs().delete(file.getParent(), true);
  }

  @Test
  void decommission() throws Exception {
    DatanodeDescriptor node1 = descriptor();
    administration().startDecommission(node1);
    try {
      letTheNameNodeWork();
      assertThat(node1.isDecommissionInProgress()).as("it waits for copies").isTrue();
      assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
      assertThat(linked.read(file.toString())).isEqualTo(bytes);

      linked.hdfs().delete(file, false);
      GenericTestUtils.waitFor(node1::isDecommissioned, 50, 60_000);
    } finally {
      administration().stopDecommission(node1);
    }
  }

  @Test
  void maintenance() throws Exception {
    DatanodeDescriptor node1 = descriptor();
    administration().startMaintenance(node1, Long.MAX_VALUE);
    try {
      GenericTestUtils.waitFor(node1::isInMaintenance, 50, 60_000);
      letTheNameNodeWork();
      assertThat(linked.hosts(file.toString())).doesNotContain("node3");
      assertThat(linked.read(file.toString())).isEqualTo(bytes);
    } finally {
      administration().stopMaintenance(node1);
    }
    letTheNameNodeWork();
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
  }

  @Test
  void aHolderThatDiesAndComesBack() throws Exception {
    String name = linked.dataNode("node1").getDatanodeId().getXferAddr();
    DataNodeProperties stopped = linked.cluster().stopDataNode(name);
    BlockManagerTestUtil.noticeDeadDatanode(linked.cluster().getNameNode(), name);
    letTheNameNodeWork();
    assertThat(linked.hosts(file.toString())).containsExactly("node2");
    assertThat(linked.read(file.toString())).isEqualTo(bytes);

    linked.startAgain(stopped);
    DFSTestUtil.waitReplication(linked.hdfs(), file, (short) 2);
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
  }

  @Test
  void theBalancerIsRefused() throws Exception {
    ExtendedBlock block = new LinkRequests(linked).block(file.toString());
    DatanodeInfo from = info("node1");

    assertThat(DFSTestUtil.replaceBlock(block, from, from, info("node3"))).isFalse();

    letTheNameNodeWork();
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
    assertThat(linked.read(file.toString())).isEqualTo(bytes);
  }

  @Test
  void theMoverAndTheDiskBalancerAreRefused() throws Exception {
    ExtendedBlock block = new LinkRequests(linked).block(file.toString());
    FsDatasetSpi<?> dataset = linked.dataNode("node1").getFSDataset();
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (int i = 0; i < volumes.size(); i++) {
        var volume = volumes.get(i);
        assertThatThrownBy(() -> dataset.moveBlockAcrossVolumes(block, volume))
            .hasMessageContaining("stays: it is part of '/on12/");
      }
    }
    assertThatThrownBy(() -> dataset.moveBlockAcrossStorage(block, StorageType.ARCHIVE, null))
        .hasMessageContaining("stays: it is part of '/on12/");

    assertThat(linked.read(file.toString())).isEqualTo(bytes);
  }

  /** Clients of the old kind ask for the block's file and open it themselves. */
  @Test
  void theBlocksFileIsGivenToNoOtherDataNode() throws Exception {
    ExtendedBlock block = new LinkRequests(linked).block(file.toString());

    assertThatThrownBy(() -> linked.dataNode("node1").getFSDataset().getBlockLocalPathInfo(block))
        .hasMessageContaining("has no file of its own");
  }

  private static DatanodeInfo info(String host) throws IOException {
    for (DatanodeInfo node : linked.hdfs().getDataNodeStats()) {
      if (node.getHostName().equals(host)) {
        return node;
      }
    }
    throw new IllegalStateException(host);
  }

  private static BlockManager blocks() {
    return linked.cluster().getNamesystem().getBlockManager();
  }

  private static DatanodeAdminManager administration() {
    return blocks().getDatanodeManager().getDatanodeAdminManager();
  }

  private static DatanodeDescriptor descriptor() throws IOException {
    return blocks().getDatanodeManager().getDatanode(linked.dataNode("node1").getDatanodeId());
  }

  /** All that the NameNode wants copied or deleted by now is asked of the DataNodes, and done. */
  private static void letTheNameNodeWork() throws Exception {
    BlockManagerTestUtil.recheckDecommissionState(blocks().getDatanodeManager());
    for (int round = 0; round < 3; round++) {
      BlockManagerTestUtil.updateState(blocks());
      BlockManagerTestUtil.computeAllPendingWork(blocks());
      linked.cluster().triggerHeartbeats();
      linked.cluster().triggerBlockReports();
    }
  }
}
