// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DataNodes that keep links apart, on volumes of type ARCHIVE that offer no room. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class ArchiveVolumesTest {

  @TempDir static java.nio.file.Path scratch;
  @AutoClose private static LinkedCluster linked;

  @BeforeAll
  static void start() throws IOException {
    linked =
        new LinkedCluster(
            scratch,
            Map.of("dfs.datanode.du.reserved.archive", Long.toString(Long.MAX_VALUE / 4)),
            builder ->
                builder.storageTypes(new StorageType[] {StorageType.DISK, StorageType.ARCHIVE}));
  }

  @Test
  void linksLieThereAndNoCopyIsMade() throws Exception {
    byte[] bytes = linked.write("on1/tree/object", 200_003);
    linked.attach("/on1/tree", "/tree");
    Path file = new Path("/tree/object");
    BlockManager blocks = linked.cluster().getNamesystem().getBlockManager();

    linked.hdfs().setReplication(file, (short) 3);
    for (int round = 0; round < 3; round++) {
      BlockManagerTestUtil.updateState(blocks);
      BlockManagerTestUtil.computeAllPendingWork(blocks);
      linked.cluster().triggerHeartbeats();
      linked.cluster().triggerBlockReports();
    }

    assertThat(linked.hosts("/tree/object")).containsExactly("node1");
    assertThat(linked.hdfs().getClient().getLocatedBlocks("/tree/object", 0).get(0))
        .satisfies(
            block -> assertThat(block.getStorageTypes()).containsExactly(StorageType.ARCHIVE));
    assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    Path ordinary = new Path("/ordinary");
    DFSTestUtil.createFile(linked.hdfs(), ordinary, 1000, (short) 3, 1);
    // A file is closed when one DataNode has reported its block.
    DFSTestUtil.waitReplication(linked.hdfs(), ordinary, (short) 3);
    assertThat(linked.hosts("/ordinary")).containsExactly("node1", "node2", "node3");
  }
}
