// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.LinkBlockRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The volume that a DataNode keeps links on fills up. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class FullVolumeTest {

  private static final int LENGTH = 1_000_001;

  /** The NameNode wants room for a few MB for each, which the volume has, and not for 128. */
  private static final int SMALL = 8;

  @TempDir private Path scratch;
  private Path volume;
  private boolean mounted;

  @BeforeEach
  void mountASmallVolume() throws Exception {
    volume = Files.createDirectory(scratch.resolve("volume"));
    String image = scratch.resolve("image").toString();
    mounted =
        run("truncate", "-s", "32M", image)
            && run("mkfs.ext4", "-q", "-m", "0", image)
            && run("mount", "-o", "loop", image, volume.toString());
    assumeTrue(mounted, "only root can mount a small ext4");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", volume.toString())).as("nothing is held open").isTrue();
    }
  }

  private static boolean run(String... argv) throws Exception {
    try {
      return new ProcessBuilder(argv).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void linksThatAreThereServeAndOthersAreRefused() throws Exception {
    Map<String, String> settings =
        Map.of(
            "dfs.datanode.data.dir",
            volume.resolve("data").toString(),
            "fs.situ.hdfs.checksums",
            "lazy");
    try (LinkedCluster linked =
        new LinkedCluster(
            scratch,
            settings,
            builder ->
                builder.numDataNodes(1).hosts(new String[] {"node1"}).manageDataDfsDirs(false))) {
      byte[] bytes = linked.write("on1/tree/object", LENGTH);
      for (int i = 0; i < SMALL; i++) {
        linked.write("on1/tree/small-" + i, 1000);
      }
      assertThat(linked.attach("/on1/tree", "/tree").files()).isEqualTo(1 + SMALL);
      LinkRequests requests = new LinkRequests(linked);
      LinkedBlock object = requests.object("/tree/object");
      ExtendedBlock other = new ExtendedBlock(requests.block("/tree/object"));
      other.setBlockId(4711);
      LinkBlockRequest order = requests.order(other, object);
      Path filler = fill();
      List<Path> before = files();

      assertThat(requests.link(0, order))
          .contains("'/on1/tree/object'", volume.toString(), "No space left on device");
      assertThat(files()).isEqualTo(before);
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);

      Files.delete(filler);
      assertThat(requests.link(0, order)).isEmpty();
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    }
  }

  private Path fill() throws IOException {
    Path filler = volume.resolve("filler");
    for (int size : new int[] {1 << 16, 1024, 1}) {
      try (OutputStream out =
          Files.newOutputStream(
              filler,
              java.nio.file.StandardOpenOption.CREATE,
              java.nio.file.StandardOpenOption.APPEND)) {
        while (true) {
          out.write(new byte[size]);
        }
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("No space left");
      }
    }
    return filler;
  }

  private List<Path> files() throws IOException {
    return BlockFiles.named(volume.resolve("data"), "(blk_|situ-).*");
  }
}
