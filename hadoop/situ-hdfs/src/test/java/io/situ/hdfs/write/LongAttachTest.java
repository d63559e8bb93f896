// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.cluster.InterceptedNameNode;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.source.AttachSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file whose blocks take longer than the NameNode waits for a silent client. */
@Tag("servers")
@Tag("long")
class LongAttachTest {

  private static final int HARD_LIMIT_SECONDS = 12;

  @TempDir private Path scratch;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void itsFilesStayOpen() throws Exception {
    Map<String, String> impatient =
        Map.of(
            "dfs.namenode.lease-hard-limit-sec",
            Integer.toString(HARD_LIMIT_SECONDS),
            "dfs.namenode.lease-recheck-interval-ms",
            "200");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (LinkedCluster linked = new LinkedCluster(scratch, impatient)) {
      byte[] bytes = linked.write("on1/tree/object", 5000);
      Path pause = scratch.resolve("pause");
      Future<AttachSummary> attach = thread.submit(() -> attach(linked, pause));
      GenericTestUtils.waitFor(() -> Files.exists(pause) || attach.isDone(), 5, 60_000);

      TimeUnit.SECONDS.sleep(HARD_LIMIT_SECONDS + 2);
      Files.delete(pause);

      assertThat(attach.get().files()).isEqualTo(1);
      assertThat(linked.read("/target/object")).isEqualTo(bytes);
    } finally {
      thread.shutdownNow();
    }
  }

  /** Waits before it closes its first file. */
  private AttachSummary attach(LinkedCluster linked, Path pause) throws Exception {
    Map<String, String> settings =
        InterceptedNameNode.settings(linked, scratch.resolve("calls"), "complete:before", pause);
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/target")) {
      return service.attach(
          LinkedCluster.tree("/on1/tree"),
          LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on1/tree").iterator());
    }
  }
}
