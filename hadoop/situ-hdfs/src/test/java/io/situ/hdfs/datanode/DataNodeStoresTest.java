// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A DataNode opens each store once, and closes it when it ends. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class DataNodeStoresTest {

  @TempDir private Path scratch;

  @Test
  void areOpenOnceAndClosedAtTheEnd() throws Exception {
    try (LinkedCluster linked = new LinkedCluster(scratch)) {
      linked.write("on123/tree/object", 5000);
      linked.attach("/on123/tree", "/tree");
      linked.read("/tree/object");

      assertThat(open(linked.home()))
          .filteredOn(path -> path.equals(linked.home()))
          .as("one root for each DataNode")
          .hasSize(3);
    }

    assertThat(open(scratch.resolve("store"))).isEmpty();
  }

  /** What is open in this process at or below a path. */
  private static List<Path> open(Path root) throws IOException {
    List<Path> targets = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        Path target = target(descriptor);
        if (target.startsWith(root)) {
          targets.add(target);
        }
      }
    }
    return targets;
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return Path.of("");
    }
  }
}
