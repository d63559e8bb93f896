// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Directories of attached objects in whose place their owner puts a symbolic link. */
@Tag("hadoop-3.4-long")
class ExchangedAttachedDirectoryTest extends LinkedClusterFixture {

  @Test
  void noLinkIsFollowedOnTheWayToAnObject() throws Exception {
    byte[] bytes = linked.write("on1/exchanged/sub/object", 5000);
    linked.attach("/on1/exchanged", "/exchanged");
    ExtendedBlock block = new LinkRequests(linked).block("/exchanged/sub/object");
    FsDatasetSpi<?> dataset = linked.cluster().getDataNodes().get(0).getFSDataset();
    Path sub = linked.home().resolve("on1/exchanged/sub");
    Path aside = Files.move(sub, linked.home().resolve("on1/aside"));

    // The object is the very one that was attached, by its inode, size and time.
    Files.createSymbolicLink(sub, aside);

    assertThatThrownBy(() -> dataset.getBlockInputStream(block, 0))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("symbolic link");
    assertThatThrownBy(() -> linked.read("/exchanged/sub/object")).isInstanceOf(IOException.class);
    assertThat(linked.isCorrupt(block)).isFalse();

    Files.delete(sub);
    Files.move(aside, sub);
    assertThat(linked.read("/exchanged/sub/object")).isEqualTo(bytes);
  }

  @Test
  void aSourceBehindALinkIsNotAttached() throws Exception {
    linked.write("on1/real/object", 5000);
    Files.createSymbolicLink(linked.home().resolve("on1/way"), Path.of("real"));

    assertThatThrownBy(() -> linked.attach("/on1/way", "/way"))
        .hasMessageContaining("a directory is attached by its path without symbolic links");
  }
}
