// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.DirectReadClients;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.BlockScans;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.test.GenericTestUtils;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What version 0.1 attached is served, detached and attached again; see {@link FirstVersionHdfs}.
 */
@Tag("servers")
@Tag("hadoop-3.4-long")
class FirstVersionAttachTest {

  private static final int SMALL = 777;
  private static final int MEDIUM = 3001;

  /** Bytes of an object of two blocks, the first with two replicas and the second with one. */
  private static final int LARGE = (2 << 20) + 1001;

  private static final List<String> BOTH = List.of("node1", "node2");

  @TempDir private static Path scratch;
  @AutoClose private static LinkedCluster linked;

  @BeforeAll
  static void start() throws Exception {
    linked = new FirstVersionHdfs(scratch, FirstVersionHdfs.ONLINE).start();
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static Path object(String file) {
    return linked.home().resolve("on12" + file);
  }

  /** The marks of a file's blocks on every DataNode. */
  private static List<LinkMetadata> marks(String file) throws IOException {
    List<LinkMetadata> marks = new ArrayList<>();
    for (long block : linked.blocks(file)) {
      for (Path sums :
          BlockFiles.named(scratch.resolve("hdfs/data"), "blk_" + block + "_.*\\.meta")) {
        marks.add(LinkMetadata.read(sums).orElseThrow());
      }
    }
    return marks;
  }

  private static void assertListed(String file, int length, List<String> hosts) throws IOException {
    FileStatus status = linked.hdfs().getFileStatus(path(file));
    assertThat(status.getLen()).as(file).isEqualTo(length);
    assertThat(status.getModificationTime()).isEqualTo(FirstVersionHdfs.MODIFIED.toEpochMilli());
    assertThat(linked.hosts(file)).as(file).isEqualTo(hosts);
  }

  private static void assertRead(String file, int length, boolean direct) throws IOException {
    assertThat(linked.read(file)).as(file).isEqualTo(LinkedCluster.bytes(length));
    try (DistributedFileSystem client = new DirectReadClients(linked).client(Map.of())) {
      DirectReadClients.Content content = DirectReadClients.read(client, file);
      assertThat(content.bytes()).as(file).isEqualTo(LinkedCluster.bytes(length));
      assertThat(content.direct()).as(file).isEqualTo(direct);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/eager", "/lazy", "/links"})
  void filesAreListedAndRead(String tree) throws Exception {
    boolean large = !tree.equals("/links");
    assertThat(linked.names(tree)).containsExactly("deep", "empty", "small");
    assertListed(tree + "/small", SMALL, BOTH);
    assertListed(tree + "/deep/medium", MEDIUM, BOTH);
    assertListed(tree + "/empty", 0, List.of());
    if (large) {
      assertListed(tree + "/deep/large", LARGE, List.of("node1", "node2", "node2"));
      assertRead(tree + "/deep/large", LARGE, false);
    }
    assertRead(tree + "/small", SMALL, false);
    assertRead(tree + "/deep/medium", MEDIUM, false);
    assertRead(tree + "/empty", 0, false);
  }

  /** Version 0.1 noted no time of change: it is noted once the checksums were compared. */
  @ParameterizedTest
  @ValueSource(strings = {"/eager/deep/medium", "/lazy/deep/medium", "/links/deep/medium"})
  void theTimeOfChangeIsNoted(String file) throws Exception {
    for (DataNode node : linked.cluster().getDataNodes()) {
      BlockScans.suspect(node, new LinkRequests(linked).block(file));
    }

    FileTime changed = (FileTime) Files.getAttribute(object(file), "unix:ctime");
    GenericTestUtils.waitFor(() -> isNoted(file, changed.to(TimeUnit.NANOSECONDS)), 20, 60_000);
    assertThat(marks(file))
        .hasSize(2)
        .allMatch(LinkMetadata::summed)
        .allMatch(mark -> mark.symbolic() == file.startsWith("/links"));
  }

  private static boolean isNoted(String file, long changed) {
    try {
      return marks(file).stream().allMatch(mark -> mark.changed() == changed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void changedObjectsAreNotServedBeforeTheyAreAttachedAgain() throws Exception {
    Files.write(object("/written/small"), new byte[SMALL]);
    Files.write(object("/restored/small"), new byte[SMALL]);
    Files.setLastModifiedTime(object("/restored/small"), FileTime.from(FirstVersionHdfs.MODIFIED));

    assertThatThrownBy(() -> linked.read("/written/small")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> linked.read("/restored/small")).isInstanceOf(IOException.class);
    GenericTestUtils.waitFor(
        () -> linked.cluster().getNamesystem().getCorruptReplicaBlocks() == 2, 20, 60_000);

    Files.delete(object("/restored/small"));
    assertThat(linked.attach("/on12/written", "/written").get(Count.CHANGED)).isEqualTo(1);
    assertThat(linked.read("/written/small")).isEqualTo(new byte[SMALL]);
    assertThat(linked.attach("/on12/restored", "/restored").get(Count.REMOVED)).isEqualTo(1);
    assertThat(linked.names("/restored")).isEmpty();
  }

  @Test
  void anAppendChangesACopy() throws Exception {
    try (OutputStream out = linked.hdfs().append(path("/appended/small"))) {
      out.write(7);
    }

    byte[] longer = Arrays.copyOf(LinkedCluster.bytes(SMALL), SMALL + 1);
    longer[SMALL] = 7;
    assertThat(linked.read("/appended/small")).isEqualTo(longer);
    assertThat(object("/appended/small")).hasBinaryContent(LinkedCluster.bytes(SMALL));
  }

  @Test
  void filesAreDetached() throws Exception {
    try (HdfsAttachService service = linked.attachService("/detached/deep")) {
      assertThat(service.detach()).isEqualTo(new Detacher.Summary(1, 0, false));
    }
    linked.hdfs().mkdirs(path("/above"));
    linked.hdfs().rename(path("/detached"), path("/above/detached"));
    try (HdfsAttachService service = linked.attachService("/above")) {
      assertThat(service.detach()).isEqualTo(new Detacher.Summary(1, 0, false));
    }

    assertThat(linked.names("/above")).isEmpty();
    assertThat(object("/detached/small")).hasBinaryContent(LinkedCluster.bytes(SMALL));
  }

  @Test
  void attachedAgainATreeIsLikeAnyOther() throws Exception {
    try (HdfsAttachService service = linked.attachService("/again")) {
      assertAsksForAttach(service::status);
      assertAsksForAttach(service::repair);
      assertAsksForAttach(() -> service.verify(broken -> {}, KnownChecksums.NONE));
      assertAsksForAttach(() -> service.writeInformation(linked.hdfs().getUri() + "/gif"));
      List<Long> before = linked.blocks("/again/small");

      AttachSummary summary = linked.attach("/on12/again", "/again");

      assertThat(summary.get(Count.CHANGED)).isEqualTo(3);
      assertThat(linked.blocks("/again/small")).doesNotContainAnyElementsOf(before);
      assertThat(linked.hdfs().getXAttrs(path("/again")))
          .containsKey("trusted.situ.tree")
          .doesNotContainKey("user.situ.tree");
      assertThat(linked.hdfs().getXAttrs(path("/again/small")))
          .doesNotContainKey("user.situ.object");
      assertThat(linked.attach("/on12/again", "/again").get(Count.UNCHANGED)).isEqualTo(3);
      assertThat(service.status().files()).isEqualTo(3);
      assertThat(service.repair().get(Count.UNCHANGED)).isEqualTo(3);
      assertThat(service.verify(broken -> {}, KnownChecksums.NONE)).isEqualTo(3);
    }
    assertListed("/again/small", SMALL, BOTH);
    assertRead("/again/small", SMALL, true);
    assertRead("/again/deep/medium", MEDIUM, true);
  }

  private static void assertAsksForAttach(ThrowingCallable command) {
    assertThatThrownBy(command)
        .hasMessageContaining("'/again' was attached by an older version of Situ")
        .hasMessageContaining("'situ attach situ://data/on12/again TARGET' links its files again");
  }
}
