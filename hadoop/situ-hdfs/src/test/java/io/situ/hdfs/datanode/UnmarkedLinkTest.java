// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Symbolic links whose checksum files have lost their attributes, as on a volume that was copied
 * without them.
 */
@Tag("servers")
class UnmarkedLinkTest {

  private static final org.apache.hadoop.fs.Path FILE =
      new org.apache.hadoop.fs.Path("/tree/object");

  @TempDir private Path scratch;
  private LinkedCluster linked;
  private byte[] bytes;
  private Path object;

  @BeforeEach
  void loseTheMarks() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("fs.situ.hdfs.link", "symlink");
    linked = new LinkedCluster(scratch, settings);
    bytes = linked.write("on1/tree/object", 5000);
    object = linked.home().resolve("on1/tree/object");
    linked.attach("/on1/tree", "/tree");
    ExtendedBlock block = new LinkRequests(linked).block(FILE.toString());
    for (Path file :
        BlockFiles.named(scratch.resolve("hdfs"), block.getBlockName() + "_.*\\.meta")) {
      Files.getFileAttributeView(file, UserDefinedFileAttributeView.class).delete("situ.link");
    }
  }

  @AfterEach
  void stop() {
    linked.close();
  }

  @Test
  void areNotWrittenThrough() throws Exception {
    assertThatThrownBy(this::append).isInstanceOf(IOException.class);

    assertThat(object).hasBinaryContent(bytes);
  }

  private void append() throws IOException {
    try (OutputStream out = linked.hdfs().append(FILE)) {
      out.write(new byte[100]);
    }
  }

  @Test
  void areNotReadThrough() throws Exception {
    ExtendedBlock block = new LinkRequests(linked).block(FILE.toString());
    FsDatasetSpi<?> dataset = linked.cluster().getDataNodes().get(0).getFSDataset();

    assertThatThrownBy(() -> dataset.getBlockInputStream(block, 0))
        .hasMessageContaining("lacks the attribute user.situ.link");
    assertThatThrownBy(() -> linked.read(FILE.toString())).isInstanceOf(IOException.class);
  }
}
