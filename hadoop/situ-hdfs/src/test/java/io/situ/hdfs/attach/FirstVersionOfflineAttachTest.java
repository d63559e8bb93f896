// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.DirectReadClients;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What version 0.1 attached to an HDFS that was stopped is served, detached and attached again; see
 * {@link FirstVersionHdfs}.
 */
@Tag("servers")
@Tag("hadoop-3.4-long")
class FirstVersionOfflineAttachTest {

  private static final int SMALL = 777;
  private static final int MEDIUM = 3001;

  @TempDir private static Path scratch;
  @AutoClose private static LinkedCluster linked;

  @BeforeAll
  static void start() throws Exception {
    linked = new FirstVersionHdfs(scratch, FirstVersionHdfs.OFFLINE).start();
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static void assertServed(String file, int length) throws IOException {
    FileStatus status = linked.hdfs().getFileStatus(path(file));
    assertThat(status.getLen()).as(file).isEqualTo(length);
    assertThat(status.getModificationTime()).isEqualTo(FirstVersionHdfs.MODIFIED.toEpochMilli());
    assertThat(linked.read(file)).as(file).isEqualTo(LinkedCluster.bytes(length));
    List<String> hosts = length == 0 ? List.of() : List.of("node1", "node2");
    assertThat(linked.hosts(file)).as(file).isEqualTo(hosts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/eager", "/lazy", "/links"})
  void filesAreListedAndRead(String tree) throws Exception {
    assertThat(linked.names(tree)).containsExactly("deep", "empty", "small");
    assertServed(tree + "/small", SMALL);
    assertServed(tree + "/deep/medium", MEDIUM);
    assertServed(tree + "/empty", 0);
  }

  @Test
  void attachedAgainATreeIsLikeAnyOther() throws Exception {
    try (HdfsAttachService service = linked.attachService("/again")) {
      assertThatThrownBy(service::status)
          .hasMessageContaining("'/again' was attached by an older version of Situ");

      AttachSummary summary = linked.attach("/on12/again", "/again");

      assertThat(summary.get(Count.CHANGED)).isEqualTo(3);
      assertThat(linked.attach("/on12/again", "/again").get(Count.UNCHANGED)).isEqualTo(3);
      assertThat(service.verify(broken -> {}, KnownChecksums.NONE)).isEqualTo(3);
      assertServed("/again/small", SMALL);
      try (DistributedFileSystem client = new DirectReadClients(linked).client(Map.of())) {
        assertThat(DirectReadClients.read(client, "/again/small").direct()).isTrue();
      }
    }
  }

  @Test
  void aChangedObjectIsNotServedAndATreeIsDetached() throws Exception {
    Files.write(linked.home().resolve("on12/gone/small"), new byte[SMALL]);
    assertThatThrownBy(() -> linked.read("/gone/small")).isInstanceOf(IOException.class);

    try (HdfsAttachService service = linked.attachService("/gone")) {
      assertThat(service.detach().files()).isEqualTo(3);
    }

    assertThat(linked.hdfs().exists(path("/gone"))).isFalse();
    assertThat(linked.home().resolve("on12/gone/deep/medium"))
        .hasBinaryContent(LinkedCluster.bytes(MEDIUM));
  }
}
