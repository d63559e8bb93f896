// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OfflineHdfs;
import io.situ.storage.StoreException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.ha.BootstrapStandby;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first load of a pair of NameNodes, the second of which gets the names from the first. */
@Tag("servers")
@Tag("long")
class OfflineHighAvailabilityTest {

  private static final int FILES = 60;

  @TempDir private Path scratch;

  private final Map<String, byte[]> written = new TreeMap<>();
  private Path standby;

  private void before(LinkedCluster linked, OfflineHdfs hdfs) throws Exception {
    MiniDFSCluster cluster = linked.cluster();
    standby = Path.of(cluster.getNameDirs(1).iterator().next());
    cluster.transitionToActive(0);
    for (int i = 0; i < FILES; i++) {
      written.put("" + i, linked.write("on12/tree/" + i, i * 997 + 1));
    }
    cluster.getFileSystem(0).mkdirs(new org.apache.hadoop.fs.Path("/kept"));
    cluster.getNameNodeRpc(0).setSafeMode(SafeModeAction.SAFEMODE_ENTER, false);
    cluster.getNameNodeRpc(0).saveNamespace(0, 0);
  }

  @Test
  void theStandbyTakesTheNewImageOverAndServesItWhenItLeads() throws Exception {
    OfflineHdfs hdfs =
        OfflineHdfs.prepare(
            scratch,
            Map.of(
                "dfs.namenode.shared.edits.dir",
                scratch.resolve("shared").toUri().toString(),
                "dfs.ha.tail-edits.period",
                "3600",
                "dfs.ha.standby.checkpoints",
                "false"),
            builder ->
                builder
                    .nnTopology(MiniDFSNNTopology.simpleHATopology())
                    .manageNameDfsSharedDirs(false),
            this::before);

    assertThatThrownBy(() -> hdfs.attach(standby, "/on12/tree", "/tree"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("does not hold all that was done");
    hdfs.attach(hdfs.names(), "/on12/tree", "/tree");
    assertThat(hdfs.link()).isEqualTo(2L * FILES);

    try (LinkedCluster linked = hdfs.restart()) {
      MiniDFSCluster cluster = linked.cluster();
      cluster.transitionToActive(0);
      assertRead(cluster, 0);
      cluster.shutdownNameNode(1);
      Configuration second = cluster.getConfiguration(1);
      assertThat(BootstrapStandby.run(new String[] {"-force"}, second)).isZero();
      cluster.restartNameNode(1);
      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      cluster.waitActive(1);
      cluster.triggerBlockReports();
      assertRead(cluster, 1);
      assertThat(cluster.getNamesystem(1).getMissingBlocksCount()).isZero();
    }
  }

  private void assertRead(MiniDFSCluster cluster, int leader) throws Exception {
    FileSystem hdfs = cluster.getFileSystem(leader);
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path("/kept"))).isTrue();
    for (Map.Entry<String, byte[]> file : written.entrySet()) {
      try (var in = hdfs.open(new org.apache.hadoop.fs.Path("/tree/" + file.getKey()))) {
        assertThat(in.readAllBytes()).as(file.getKey()).isEqualTo(file.getValue());
      }
    }
  }
}
