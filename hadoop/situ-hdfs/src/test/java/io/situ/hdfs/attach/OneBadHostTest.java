// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of the hosts that hold an object has other bytes than the others. */
@Tag("hadoop-3.5")
@Tag("servers")
class OneBadHostTest {

  private static final int LENGTH = 100_001;

  @TempDir private Path scratch;

  /** The store of node1 is another directory with the same files: each finds it by its address. */
  private LinkedCluster cluster(Path own) throws IOException {
    Configuration[] nodes = LinkedCluster.ports();
    Path roots = Files.createDirectories(scratch.resolve("roots"));
    Files.createDirectories(own);
    Files.createSymbolicLink(roots.resolve("0.0.0.0:9866"), scratch.resolve("store"));
    for (int i = 0; i < nodes.length; i++) {
      Path root = i == 0 ? own : scratch.resolve("store");
      Files.createSymbolicLink(roots.resolve(nodes[i].get("dfs.datanode.address")), root);
    }
    return new LinkedCluster(
        scratch,
        Map.of("fs.situ.store.data.root", roots + "/${dfs.datanode.address}"),
        builder -> builder.dataNodeConfOverlays(nodes));
  }

  @Test
  void theOtherServesAndThatOneIsReported() throws Exception {
    assertThatTheOthersServe("on12");
  }

  @Tag("long")
  @Test
  void theOthersServeAndThatOneIsReported() throws Exception {
    assertThatTheOthersServe("on123");
  }

  private void assertThatTheOthersServe(String hosts) throws Exception {
    Path own = scratch.resolve("own");
    try (LinkedCluster linked = cluster(own)) {
      String name = hosts + "/tree/object";
      byte[] bytes = linked.write(name, LENGTH);
      Path ofNode1 = own.resolve(name);
      Files.createDirectories(ofNode1.getParent());
      Files.createLink(ofNode1, linked.home().resolve(name));
      linked.attach("/" + hosts + "/tree", "/tree");
      List<String> all = linked.hosts("/tree/object");
      assertThat(all).contains("node1").hasSizeGreaterThan(1);
      Files.delete(ofNode1);
      Files.write(ofNode1, new byte[LENGTH]);

      GenericTestUtils.waitFor(() -> isReported(linked, bytes), 100, 60_000);

      assertThat(linked.hosts("/tree/object"))
          .isEqualTo(all.stream().filter(host -> !host.equals("node1")).toList());
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    }
  }

  /** Readers choose among the hosts: sooner or later one asks the bad one. */
  private static boolean isReported(LinkedCluster linked, byte[] bytes) {
    try {
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return linked.cluster().getNameNode().getNamesystem().getCorruptReplicaBlocks() > 0;
  }
}
