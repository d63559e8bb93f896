// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hdfs.cluster.HdfsUsers;
import io.situ.hdfs.cluster.InterceptedNameNode;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.SkippedObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files whose owner changes, while that happens. */
@Tag("hadoop-3.4-long")
class ChangedOwnerTest extends LinkedClusterFixture {

  private final HdfsUsers users = new HdfsUsers(linked);

  private static Map<String, String> settings(Path pause) throws Exception {
    return InterceptedNameNode.settings(linked, scratch.resolve("calls"), "setOwner:before", pause);
  }

  private static AttachSummary attach(Map<String, String> settings) throws Exception {
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/owned")) {
      return service.attach(
          LinkedCluster.tree("/on1/owned"),
          AttachObjects.of(
              LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on1/owned").iterator()),
          SkippedObject.Taker.NONE);
    }
  }

  /** The group of the new owner must not read what the old one's group might. */
  @Test
  void aFileIsClosedToOthersBeforeItsOwnerChanges() throws Exception {
    linked.write("on1/owned/file", 10);
    Path object = linked.home().resolve("on1/owned/file");
    Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-r--r--"));
    linked.attach("/on1/owned", "/owned");
    assertThat(users.mode("/owned/file")).isEqualTo(0444);
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "only root gives files to other users");
    Files.setAttribute(object, "unix:uid", 1);
    Files.setAttribute(object, "unix:gid", 1);
    Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-r-----"));
    Path pause = scratch.resolve("pause");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<AttachSummary> attach = thread.submit(() -> attach(settings(pause)));
      GenericTestUtils.waitFor(() -> Files.exists(pause) || attach.isDone(), 5, 60_000);
      int during = users.mode("/owned/file");
      String ownerDuring = owner();
      Files.delete(pause);
      attach.get();

      assertThat(ownerDuring).isEqualTo("root");
      assertThat(during).isEqualTo(0400);
      assertThat(owner()).isEqualTo("daemon");
      assertThat(users.mode("/owned/file")).isEqualTo(0440);
    } finally {
      thread.shutdownNow();
    }
  }

  private static String owner() throws Exception {
    return linked.hdfs().getFileStatus(new org.apache.hadoop.fs.Path("/owned/file")).getOwner();
  }
}
