// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.OwnClusterFixture;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.tools.DebugAdmin;
import org.junit.jupiter.api.Test;

/** Blocks whose checksum files are gone: Hadoop serves them without checksums. */
class LostChecksumsTest extends OwnClusterFixture {

  private static void loseChecksums(String file) throws IOException {
    String name = new LinkRequests(linked).block(file).getBlockName();
    for (Path sums : BlockFiles.named(scratch.resolve("hdfs"), name + "_.*\\.meta")) {
      Files.delete(sums);
    }
  }

  @Test
  void aPlaceholderIsNotServedAsZeros() throws Exception {
    byte[] bytes = linked.write("on1/lost/object", 100_000);
    linked.attach("/on1/lost", "/lost");
    ExtendedBlock block = new LinkRequests(linked).block("/lost/object");
    FsDatasetSpi<?> dataset = linked.cluster().getDataNodes().get(0).getFSDataset();

    loseChecksums("/lost/object");

    assertThatThrownBy(() -> dataset.getBlockInputStream(block, 0))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("has lost its checksum file");
    assertThatThrownBy(() -> linked.read("/lost/object")).isInstanceOf(IOException.class);
    linked.cluster().triggerHeartbeats();
    try (HdfsAttachService service = linked.attachService("/lost")) {
      service.repair();
    }
    assertThat(linked.read("/lost/object")).isEqualTo(bytes);
  }

  @Test
  void aBlockOfHdfsItselfIsServedAsEver() throws Exception {
    byte[] bytes = new byte[200_000];
    bytes[bytes.length - 1] = 1;
    try (OutputStream out = linked.hdfs().create(new org.apache.hadoop.fs.Path("/own"))) {
      out.write(bytes);
    }

    loseChecksums("/own");

    assertThat(linked.read("/own")).isEqualTo(bytes);
  }

  /** It cannot be distinguished from a placeholder; Hadoop's tool recreates the checksums. */
  @Test
  void aBlockOfHdfsItselfOfNothingButZerosIsRefusedUntilItHasChecksums() throws Exception {
    byte[] zeros = new byte[200_000];
    try (OutputStream out =
        linked.hdfs().create(new org.apache.hadoop.fs.Path("/zeros"), (short) 1)) {
      out.write(zeros);
    }
    String name = new LinkRequests(linked).block("/zeros").getBlockName();
    Path sums = BlockFiles.named(scratch.resolve("hdfs"), name + "_.*\\.meta").get(0);

    loseChecksums("/zeros");
    assertThatThrownBy(() -> linked.read("/zeros")).isInstanceOf(IOException.class);

    String data = sums.resolveSibling(name).toString();
    String[] words = {"computeMeta", "-block", data, "-out", sums.toString()};
    assertThat(new DebugAdmin(linked.cluster().getConfiguration(0)).run(words)).isZero();
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
    linked.cluster().triggerBlockReports();
    assertThat(linked.read("/zeros")).isEqualTo(zeros);
  }
}
