// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A DataNode that is asked for a lazily linked block while its store is not mounted. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class UnmountedStoreTest {

  @TempDir private Path scratch;

  /** Hadoop 3.4 forgets a block of which it takes the checksum file for lost. */
  @Test
  void costsNoReplica() throws Exception {
    Map<String, String> lazy = new HashMap<>();
    lazy.put("fs.situ.hdfs.checksums", "lazy");
    try (LinkedCluster linked = new LinkedCluster(scratch, lazy)) {
      byte[] bytes = linked.write("on1/tree/object", 100_001);
      linked.attach("/on1/tree", "/tree");
      Path away = Files.move(linked.home(), scratch.resolve("away"));
      Files.createDirectory(linked.home());
      linked.restartDataNode(0);

      assertThatThrownBy(() -> linked.read("/tree/object")).isInstanceOf(IOException.class);
      linked.cluster().triggerDeletionReports();
      linked.cluster().triggerBlockReports();

      assertThat(linked.hosts("/tree/object")).containsExactly("node1");
      Files.delete(linked.home());
      Files.move(away, linked.home());
      assertThat(linked.read("/tree/object")).isEqualTo(bytes);
    }
  }
}
