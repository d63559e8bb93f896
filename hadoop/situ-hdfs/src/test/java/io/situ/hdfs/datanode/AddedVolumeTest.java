// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What Hadoop asks the files of blocks behind symbolic links while their object is away. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class AddedVolumeTest {

  private static final String VOLUMES = "dfs.datanode.data.dir";
  private static final int LENGTH = 100_001;

  @TempDir private static Path scratch;
  @AutoClose private static LinkedCluster linked;
  private static DataNode datanode;

  private String name;
  private ExtendedBlock block;
  private Path object;
  private Path away;

  @BeforeAll
  static void start() throws IOException {
    linked = new LinkedCluster(scratch, Map.of("fs.situ.hdfs.link", "symlink"));
    datanode = linked.cluster().getDataNodes().get(0);
  }

  @BeforeEach
  void attach(TestInfo test) throws IOException {
    name = test.getTestMethod().orElseThrow().getName();
    linked.write("on1/" + name + "/object", LENGTH);
    linked.attach("/on1/" + name, "/" + name);
    block = new LinkRequests(linked).block("/" + name + "/object");
    object = linked.home().resolve("on1/" + name + "/object");
    away = scratch.resolve("away-" + name);
  }

  private static FsDatasetSpi<?> dataset() {
    return datanode.getFSDataset();
  }

  @Test
  void aVolumeThatIsAddedHasTheLengthsOfLinks() throws Exception {
    List<String> volumes = List.of(datanode.getConf().get(VOLUMES).split(","));
    String other =
        volumes.stream()
            .filter(volume -> !volume.contains(volumeOfBlock()))
            .findFirst()
            .orElseThrow();
    datanode.reconfigurePropertyImpl(VOLUMES, other);
    assertThat(dataset().contains(block)).as("its volume is away").isFalse();
    Files.move(object, away);

    datanode.reconfigurePropertyImpl(VOLUMES, String.join(",", volumes));

    assertThat(dataset().getStoredBlock(block.getBlockPoolId(), block.getBlockId()).getNumBytes())
        .isEqualTo(LENGTH);
    Files.move(away, object);
    linked.cluster().triggerBlockReports();
    assertThat(linked.read("/" + name + "/object")).hasSize(LENGTH);
    assertThat(linked.cluster().getNameNode().getNamesystem().getCorruptReplicaBlocks()).isZero();
  }

  private String volumeOfBlock() {
    return Path.of(dataset().getVolume(block).getBaseURI()).getFileName().toString();
  }

  @Test
  void aBlockIsNotShortBecauseItsObjectIsAway() throws Exception {
    Files.move(object, away);

    assertThat(dataset().getLength(block)).isEqualTo(LENGTH);
    assertThat(dataset().isValidBlock(block)).isTrue();
    // What a DataNode asks before it copies a block: a failure makes it report the block as bad.
    dataset()
        .checkBlock(
            block,
            LENGTH,
            org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState.FINALIZED);
    Files.move(away, object);
  }

  @Test
  void noBytesComeThroughTheLinkPastTheGuard() throws Exception {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> dataset().getTmpInputStreams(block, 0, 0)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it is part of '/on1/" + name + "/object'");
  }

  @Test
  void theCacheLeavesLinkedBlocksOut() throws Exception {
    org.apache.hadoop.fs.Path own = new org.apache.hadoop.fs.Path("/own");
    org.apache.hadoop.hdfs.DFSTestUtil.createFile(linked.hdfs(), own, 10, (short) 3, 1);
    ExtendedBlock ordinary = new LinkRequests(linked).block("/own");
    FsDatasetSpi<?> dataset = dataset();
    long failures = dataset.getNumBlocksFailedToCache();

    dataset.cache(block.getBlockPoolId(), new long[] {block.getBlockId(), ordinary.getBlockId()});

    // Nothing may be locked in memory here, so what reaches the cache fails.
    GenericTestUtils.waitFor(() -> numFailed(dataset) > failures, 20, 60_000);
    assertThat(numFailed(dataset)).isEqualTo(failures + 1);
  }

  private static long numFailed(FsDatasetSpi<?> dataset) {
    return dataset.getNumBlocksFailedToCache() + dataset.getNumBlocksCached();
  }
}
