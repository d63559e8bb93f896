// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where writes to attached files are rejected. */
@Tag("servers")
class RejectedWritesTest {

  private static final int LENGTH = 100_001;

  @TempDir static java.nio.file.Path scratch;
  @AutoClose private static LinkedCluster linked;

  @BeforeAll
  static void start() throws IOException {
    linked = new LinkedCluster(scratch, Map.of("fs.situ.hdfs.write.policy", "reject"));
  }

  /** Attaches an object, which lies on two hosts, as {@code object} in a directory. */
  private static byte[] attach(String directory) throws IOException {
    byte[] bytes = linked.write("on12/" + directory + "/object", LENGTH);
    linked.attach("/on12/" + directory, "/" + directory);
    return bytes;
  }

  private static void assertAppendIsRefused(DistributedFileSystem hdfs, Path file) {
    assertThatThrownBy(
            () -> {
              try (OutputStream out = hdfs.append(file)) {
                out.write(7);
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void anAppendFailsAndTheFileIsClosedAgain() throws Exception {
    byte[] bytes = attach("append");
    DistributedFileSystem hdfs = linked.hdfs();
    Path file = new Path("/append/object");

    assertAppendIsRefused(hdfs, file);
    GenericTestUtils.waitFor(() -> recovered(hdfs, file), 100, 60_000);

    assertThat(linked.read("/append/object")).isEqualTo(bytes);
    assertThat(linked.hosts("/append/object")).containsExactly("node1", "node2");
  }

  /** Of a client that is gone, as one is that runs into the refusal; 20 minutes by default. */
  @Tag("long")
  @Test
  void theFileIsClosedAgainWhenTheLeaseEnds() throws Exception {
    byte[] bytes = attach("lease");
    DistributedFileSystem hdfs = linked.hdfs();
    Path file = new Path("/lease/object");
    linked.cluster().setLeasePeriod(1000, 2000);
    try (DistributedFileSystem other = client()) {
      assertAppendIsRefused(other, file);
      assertThat(closed(hdfs, file)).isFalse();

      GenericTestUtils.waitFor(() -> closed(hdfs, file), 100, 60_000);
    } finally {
      linked.cluster().setLeasePeriod(60_000, 1_200_000);
    }
    assertThat(linked.read("/lease/object")).isEqualTo(bytes);
    assertThat(linked.hosts("/lease/object")).containsExactly("node1", "node2");
  }

  private static DistributedFileSystem client() throws IOException {
    return (DistributedFileSystem)
        FileSystem.newInstance(linked.hdfs().getUri(), linked.cluster().getConfiguration(0));
  }

  /** Not even an object's owner may write its file: only who may do everything in HDFS. */
  @Test
  void anOwnerIsRefusedByTheNameNode() throws Exception {
    attach("owned");
    Path file = new Path("/owned/object");
    linked.hdfs().setOwner(file, "alice", "alice");
    linked.hdfs().setPermission(new Path("/owned"), new FsPermission((short) 0777));
    UserGroupInformation alice =
        UserGroupInformation.createUserForTesting("alice", new String[] {"alice"});
    try (DistributedFileSystem hers =
        alice.doAs((PrivilegedExceptionAction<DistributedFileSystem>) RejectedWritesTest::client)) {
      assertThatThrownBy(() -> hers.append(file)).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> hers.truncate(file, 10)).isInstanceOf(AccessControlException.class);
      assertThat(hers.isFileClosed(file)).isTrue();
      assertThat(hers.delete(file, false)).isTrue();
    }
    assertThat(linked.home().resolve("on12/owned/object")).hasSize(LENGTH);
  }

  private static boolean recovered(DistributedFileSystem hdfs, Path file) {
    try {
      return hdfs.recoverLease(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The NameNode has agreed before a DataNode is asked; a file that stays open helps no reader. */
  @Test
  void aTruncationCutsACopy() throws Exception {
    byte[] bytes = attach("cut");
    DistributedFileSystem hdfs = linked.hdfs();
    Path file = new Path("/cut/object");

    hdfs.truncate(file, 1000);
    GenericTestUtils.waitFor(() -> closed(hdfs, file), 50, 60_000);

    assertThat(linked.read("/cut/object")).isEqualTo(Arrays.copyOf(bytes, 1000));
    assertThat(Files.readAllBytes(linked.home().resolve("on12/cut/object"))).isEqualTo(bytes);
  }

  private static boolean closed(DistributedFileSystem hdfs, Path file) {
    try {
      return hdfs.isFileClosed(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
