// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links take next to no room, and give back no more than they took. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class SpaceUsedTest {

  private static final int LARGE = 64 << 20;

  @TempDir private java.nio.file.Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"eager", "lazy"})
  void isNotChangedByDeletingPlaceholders(String checksums) throws Exception {
    deleteLinks(checksums, "placeholder");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"eager", "lazy"})
  void isNotChangedByDeletingSymbolicLinks(String checksums) throws Exception {
    deleteLinks(checksums, "symlink");
  }

  private void deleteLinks(String checksums, String link) throws Exception {
    Map<String, String> settings =
        Map.of("fs.situ.hdfs.checksums", checksums, "fs.situ.hdfs.link", link);
    try (LinkedCluster linked = new LinkedCluster(scratch, settings)) {
      DFSTestUtil.createFile(linked.hdfs(), new Path("/ordinary"), 8 << 20, (short) 3, 1);
      linked.write("on1/tree/object", LARGE);
      linked.attach("/on1/tree", "/tree");
      FsDatasetSpi<?> dataset = linked.cluster().getDataNodes().get(0).getFSDataset();
      long before = dataset.getDfsUsed();

      linked.hdfs().delete(new Path("/tree/object"), false);
      GenericTestUtils.waitFor(() -> blocks(linked) == 1, 50, 60_000);

      // Checksums take one byte for each 128.
      assertThat(before - dataset.getDfsUsed())
          .isBetween(0L, checksums.equals("lazy") ? 4096L : LARGE / 128 + 4096L);
    }
  }

  private static long blocks(LinkedCluster linked) {
    try {
      linked.cluster().triggerHeartbeats();
      linked.cluster().triggerDeletionReports();
      return linked
          .cluster()
          .getAllBlockReports(linked.cluster().getNamesystem().getBlockPoolId())
          .get(0)
          .values()
          .stream()
          .mapToLong(list -> list.getNumberOfBlocks())
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
