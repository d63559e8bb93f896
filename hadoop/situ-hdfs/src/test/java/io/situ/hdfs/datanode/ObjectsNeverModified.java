// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Whatever HDFS is asked to do, the objects stay as they are; however blocks are linked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ObjectsNeverModified {

  static final int LENGTH = 200_003;

  @TempDir static java.nio.file.Path scratch;

  LinkedCluster linked;
  String name;
  byte[] bytes;
  java.nio.file.Path object;
  Path file;
  private PosixFileAttributes before;

  /** Keys of the cluster's configuration. */
  abstract Map<String, String> settings();

  @BeforeAll
  void start() throws IOException {
    linked = new LinkedCluster(scratch, settings());
  }

  @AfterAll
  void stop() {
    linked.close();
  }

  @BeforeEach
  void attach(TestInfo test) throws IOException {
    name = test.getTestMethod().orElseThrow().getName();
    bytes = linked.write("on12/" + name + "/object", LENGTH);
    object = linked.home().resolve("on12/" + name + "/object");
    before = Files.readAttributes(object, PosixFileAttributes.class);
    linked.attach("/on12/" + name, "/" + name);
    file = new Path("/" + name + "/object");
  }

  @AfterEach
  void theObjectIsAsItWas() throws IOException {
    assertThat(Files.readAllBytes(object)).isEqualTo(bytes);
    PosixFileAttributes after = Files.readAttributes(object, PosixFileAttributes.class);
    assertThat(after.lastModifiedTime()).isEqualTo(before.lastModifiedTime());
    assertThat(after.owner()).isEqualTo(before.owner());
    assertThat(after.permissions()).isEqualTo(before.permissions());
    assertThat(after.fileKey()).isEqualTo(before.fileKey());
  }

  @Test
  void delete() throws Exception {
    linked.hdfs().delete(file, false);

    assertThat(linked.hdfs().exists(file)).isFalse();
  }

  @Test
  void append() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();

    try (OutputStream out = hdfs.append(file)) {
      out.write(new byte[] {1, 2, 3});
    }

    byte[] longer = Arrays.copyOf(bytes, LENGTH + 3);
    longer[LENGTH] = 1;
    longer[LENGTH + 1] = 2;
    longer[LENGTH + 2] = 3;
    assertThat(linked.read(file.toString())).isEqualTo(longer);
  }

  @Test
  void truncate() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();

    hdfs.truncate(file, 1000);
    GenericTestUtils.waitFor(() -> closed(hdfs), 50, 60_000);

    assertThat(linked.read(file.toString())).isEqualTo(Arrays.copyOf(bytes, 1000));
  }

  private boolean closed(DistributedFileSystem hdfs) {
    try {
      return hdfs.isFileClosed(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void renameSnapshotAndDelete() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    Path directory = new Path("/" + name);
    hdfs.allowSnapshot(directory);
    Path snapshot = hdfs.createSnapshot(directory, "one");

    hdfs.rename(file, new Path("/moved"), Options.Rename.OVERWRITE);
    hdfs.delete(new Path("/moved"), false);

    assertThat(linked.read(new Path(snapshot, "object").toString())).isEqualTo(bytes);
    hdfs.deleteSnapshot(directory, "one");
  }

  @Test
  void moreAndFewerReplicas() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();

    hdfs.setReplication(file, (short) 3);
    BlockManagerTestUtil.updateState(linked.cluster().getNamesystem().getBlockManager());
    BlockManagerTestUtil.computeAllPendingWork(linked.cluster().getNamesystem().getBlockManager());
    linked.cluster().triggerHeartbeats();
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
    hdfs.setReplication(file, (short) 1);
    DFSTestUtil.waitReplication(hdfs, file, (short) 1);

    assertThat(linked.read(file.toString())).isEqualTo(bytes);
  }

  @Test
  void restartOfEveryDataNodeAndTheNameNode() throws Exception {
    linked.restartDataNodes("node1", "node2", "node3");
    linked.cluster().restartNameNode(true);
    linked.cluster().waitActive();
    linked.cluster().triggerBlockReports();

    assertThat(linked.read(file.toString())).isEqualTo(bytes);
    assertThat(linked.hosts(file.toString())).containsExactly("node1", "node2");
  }

  @Test
  void theChecksumIsThatOfACopy() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    Path copy = new Path("/copy-of-" + name);
    hdfs.copyFromLocalFile(new Path(object.toUri()), copy);

    assertThat(hdfs.getFileChecksum(file)).isEqualTo(hdfs.getFileChecksum(copy));
  }

  @Test
  void concatOntoAnother() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    Path target = new Path("/" + name + "/target");
    DFSTestUtil.createFile(hdfs, target, 1 << 20, (short) 2, 7);

    assertThatThrownBy(() -> hdfs.concat(target, new Path[] {new Path("/nothing")}))
        .isInstanceOf(IOException.class);
    hdfs.concat(target, new Path[] {file});

    byte[] joined = linked.read(target.toString());
    assertThat(Arrays.copyOfRange(joined, 1 << 20, joined.length)).isEqualTo(bytes);
    hdfs.delete(target, false);
  }
}
