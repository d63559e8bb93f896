// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One linked block whose mark is damaged, next to others that are whole. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class DamagedMarkTest {

  private static final int LENGTH = 5000;

  @TempDir private Path scratch;
  private byte[] bytes;

  /** Two files, of which the one with the lower block number has a damaged mark. */
  private LinkedCluster cluster(String link) throws Exception {
    LinkedCluster linked = new LinkedCluster(scratch, Map.of("fs.situ.hdfs.link", link));
    bytes = linked.write("on1/tree/a", LENGTH);
    linked.write("on1/tree/b", LENGTH);
    linked.attach("/on1/tree", "/tree");
    for (Path sums : files(block(linked, damaged(linked)) + "_.*\\.meta")) {
      Files.getFileAttributeView(sums, UserDefinedFileAttributeView.class)
          .write("situ.link", ByteBuffer.wrap("damaged".getBytes()));
    }
    return linked;
  }

  private static String damaged(LinkedCluster linked) throws IOException {
    return linked.blocks("/tree/a").get(0) < linked.blocks("/tree/b").get(0)
        ? "/tree/a"
        : "/tree/b";
  }

  private static String sound(LinkedCluster linked) throws IOException {
    return damaged(linked).equals("/tree/a") ? "/tree/b" : "/tree/a";
  }

  private static String block(LinkedCluster linked, String file) throws IOException {
    return new LinkRequests(linked).block(file).getBlockName();
  }

  private List<Path> files(String name) {
    try {
      return BlockFiles.named(scratch.resolve("hdfs"), name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theNameNodesDeletionsAreCarriedOut() throws Exception {
    try (LinkedCluster linked = cluster("placeholder")) {
      String both = block(linked, "/tree/a") + "|" + block(linked, "/tree/b");
      assertThat(files(both)).hasSize(2);

      linked.hdfs().delete(new org.apache.hadoop.fs.Path("/tree"), true);

      GenericTestUtils.waitFor(() -> files(both).isEmpty(), 50, 60_000);
      try (Stream<Path> objects = Files.list(linked.home().resolve("on1/tree"))) {
        assertThat(objects).hasSize(2).allSatisfy(file -> assertThat(file).hasSize(LENGTH));
      }
    }
  }

  @Test
  void theDirectoryScannerGoesOn() throws Exception {
    try (LinkedCluster linked = cluster("placeholder")) {
      Path lost = files(block(linked, sound(linked))).get(0);
      Files.delete(lost);
      Files.delete(files(block(linked, damaged(linked))).get(0));

      DataNodeTestUtils.runDirectoryScanner(linked.cluster().getDataNodes().get(0));

      assertThat(lost).hasSize(LENGTH);
      assertThat(linked.read(sound(linked))).isEqualTo(bytes);
    }
  }

  @Test
  void aDataNodeStarts() throws Exception {
    try (LinkedCluster linked = cluster("symlink")) {
      linked.restartDataNode(0);

      assertThat(linked.read(sound(linked))).isEqualTo(bytes);
      String damaged = damaged(linked);
      assertThatThrownBy(() -> linked.read(damaged)).isInstanceOf(IOException.class);
    }
  }
}
