// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockScans;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that DataNodes are to serve no more. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class RevokedStoreTest {

  private static final String KEY = "fs.situ.hdfs.stores";
  private static final String WHY =
      "this DataNode serves no objects of store 'data'; fs.situ.hdfs.stores allows none";
  private static final org.apache.hadoop.fs.Path FILE =
      new org.apache.hadoop.fs.Path("/tree/object");

  @TempDir private Path scratch;

  private static Map<String, String> settings(String checksums) {
    Map<String, String> settings = new HashMap<>();
    settings.put("fs.situ.hdfs.checksums", checksums);
    return settings;
  }

  @Test
  void isNotServedAfterARestartAndNothingIsLost() throws Exception {
    assertNotServedAfterARestart("eager");
  }

  @Tag("long")
  @Test
  void isNotServedAfterARestartEvenIfNoChecksumWasAskedFor() throws Exception {
    assertNotServedAfterARestart("lazy");
  }

  private void assertNotServedAfterARestart(String checksums) throws Exception {
    byte[] bytes;
    try (LinkedCluster linked = new LinkedCluster(scratch, settings(checksums))) {
      bytes = linked.write("on12/tree/object", 5000);
      linked.attach("/on12/tree", "/tree");
    }
    Map<String, String> without = settings(checksums);
    without.put(KEY, "");
    try (LinkedCluster linked =
        new LinkedCluster(scratch, without, builder -> builder.format(false))) {
      refuses(linked);
      ExtendedBlock block = new LinkRequests(linked).block(FILE.toString());
      for (DataNode node : linked.cluster().getDataNodes()) {
        DataNodeTestUtils.runDirectoryScanner(node);
        if (node.getFSDataset().contains(block)) {
          BlockScans.suspect(node, block);
        }
      }
      linked.cluster().triggerBlockReports();

      assertThat(linked.cluster().getNameNode().getNamesystem().getCorruptReplicaBlocks()).isZero();
      assertThat(linked.hosts(FILE.toString())).containsExactly("node1", "node2");

      for (DataNode node : linked.cluster().getDataNodes()) {
        node.getConf().set(KEY, "data");
      }
      assertThat(linked.read(FILE.toString())).isEqualTo(bytes);
    }
  }

  private static void refuses(LinkedCluster linked) throws IOException {
    assertThatThrownBy(() -> linked.read(FILE.toString())).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> checksum(linked)).isInstanceOf(IOException.class);
  }

  private static FileChecksum checksum(LinkedCluster linked) throws IOException {
    return linked.hdfs().getFileChecksum(FILE);
  }

  @Test
  void isNotServedOnceTheConfigurationOfARunningDataNodeSaysSo() throws Exception {
    try (LinkedCluster linked = new LinkedCluster(scratch, settings("eager"))) {
      byte[] bytes = linked.write("on1/tree/object", 5000);
      linked.attach("/on1/tree", "/tree");
      ExtendedBlock block = new LinkRequests(linked).block(FILE.toString());
      DataNode node = linked.cluster().getDataNodes().get(0);
      FsDatasetSpi<?> dataset = node.getFSDataset();
      assertThat(linked.read(FILE.toString())).isEqualTo(bytes);

      node.getConf().set(KEY, "");

      assertThatThrownBy(() -> dataset.getBlockInputStream(block, 0))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageEndingWith(WHY);
      assertThatThrownBy(() -> dataset.getMetaDataInputStream(block)).hasMessageEndingWith(WHY);
      assertThatThrownBy(() -> dataset.append(block, block.getGenerationStamp() + 1, 5000))
          .hasMessage(WHY);
      refuses(linked);
    }
  }
}
