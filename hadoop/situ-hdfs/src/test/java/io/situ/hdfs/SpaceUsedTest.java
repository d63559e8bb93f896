package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links take next to no room, and give back no more than they took. */
class SpaceUsedTest {

  private static final int LARGE = 64 << 20;

  @TempDir private java.nio.file.Path scratch;

  @Test
  void isNotChangedByDeletingLinks() throws Exception {
    for (String checksums : new String[] {"eager", "lazy"}) {
      try (LinkedCluster linked =
          new LinkedCluster(
              scratch.resolve(checksums), Map.of("fs.situ.hdfs.checksums", checksums))) {
        DFSTestUtil.createFile(linked.hdfs(), new Path("/ordinary"), 8 << 20, (short) 3, 1);
        linked.write("on1/tree/object", LARGE);
        linked.attach("/on1/tree", "/tree");
        FsDatasetSpi<?> dataset = linked.cluster().getDataNodes().get(0).getFSDataset();
        long before = dataset.getDfsUsed();

        linked.hdfs().delete(new Path("/tree/object"), false);
        GenericTestUtils.waitFor(() -> blocks(linked) == 1, 50, 60_000);

        // Checksums take one byte for each 128.
        assertThat(before - dataset.getDfsUsed())
            .as(checksums)
            .isBetween(0L, checksums.equals("lazy") ? 4096L : LARGE / 128 + 4096L);
      }
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
