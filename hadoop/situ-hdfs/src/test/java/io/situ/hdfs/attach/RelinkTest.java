// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Blocks that are linked a second time. */
@Tag("hadoop-3.4-long")
class RelinkTest extends LinkedClusterFixture {

  private final LinkRequests requests = new LinkRequests(linked);

  @Test
  void theSameLinkChangesNoFile() throws Exception {
    byte[] bytes = linked.write("on1/same/object", 100_001);
    linked.attach("/on1/same", "/same");
    LinkBlockRequest order = order("/same/object");
    List<Path> files = files(order.id());
    List<BasicFileAttributes> before = attributes(files);

    assertThat(requests.link(0, order)).isEmpty();

    assertThat(files).hasSize(2);
    assertThat(attributes(files)).usingElementComparator(RelinkTest::compare).isEqualTo(before);
    assertThat(linked.read("/same/object")).isEqualTo(bytes);
  }

  @Test
  void anObjectThatWasWrittenIsLinkedAsItIsNow() throws Exception {
    linked.write("on1/newer/object", 100_001);
    linked.attach("/on1/newer", "/newer");
    LinkBlockRequest order = order("/newer/object");
    byte[] other = new byte[100_001];
    other[100_000] = 7;
    Files.write(linked.home().resolve("on1/newer/object"), other);

    assertThat(requests.link(0, order)).contains("'/on1/newer/object'", "was written since");
    assertThat(requests.link(0, asItIsNow(order))).isEmpty();

    assertThat(linked.read("/newer/object")).isEqualTo(other);
  }

  @Test
  void aLinkStaysWhereItsSuccessorCannotBeMade() throws Exception {
    byte[] bytes = linked.write("on1/stays/object", 100_001);
    linked.attach("/on1/stays", "/stays");
    LinkBlockRequest order = order("/stays/object");
    Path object = linked.home().resolve("on1/stays/object");
    Path aside = Files.copy(object, scratch.resolve("aside"));
    Files.write(object, new byte[100_001]);
    LinkBlockRequest newer = asItIsNow(order);
    List<Path> files = files(order.id());
    List<BasicFileAttributes> before = attributes(files);
    Path drafts = files.get(0).resolve("../../../../../tmp").normalize();
    Files.delete(drafts);
    Files.createFile(drafts);

    assertThat(requests.link(0, newer)).contains(drafts.toString());

    Files.delete(drafts);
    Files.createDirectory(drafts);
    assertThat(files).hasSize(2);
    assertThat(attributes(files)).usingElementComparator(RelinkTest::compare).isEqualTo(before);
    Files.copy(aside, object, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(requests.link(0, asItIsNow(order))).isEmpty();
    assertThat(linked.read("/stays/object")).isEqualTo(bytes);
  }

  @Test
  void anOrdinaryBlockIsNeverReplaced() throws Exception {
    linked.write("on1/link/object", 5000);
    linked.attach("/on1/link", "/link");
    org.apache.hadoop.fs.Path ordinary = new org.apache.hadoop.fs.Path("/ordinary");
    DFSTestUtil.createFile(linked.hdfs(), ordinary, 5000, (short) 3, 1);
    byte[] bytes = linked.read("/ordinary");
    LinkBlockRequest order =
        requests.order(requests.block("/ordinary"), requests.object("/link/object"));

    assertThat(requests.link(0, order)).contains("is an ordinary block with bytes of its own");

    assertThat(linked.read("/ordinary")).isEqualTo(bytes);
  }

  @Test
  void aBlockOfAnotherStampOrLengthIsNotReplaced() throws Exception {
    byte[] bytes = linked.write("on1/other/object", 5000);
    linked.write("on1/other/longer", 6000);
    linked.attach("/on1/other", "/other");
    ExtendedBlock block = requests.block("/other/object");
    LinkedBlock object = requests.object("/other/object");
    ExtendedBlock later = new ExtendedBlock(block);
    later.setGenerationStamp(block.getGenerationStamp() + 1);

    assertThat(requests.link(0, requests.order(later, object))).contains("has generation stamp");
    assertThat(requests.link(0, requests.order(block, requests.object("/other/longer"))))
        .contains("has 5000 bytes, not 6000");

    assertThat(linked.read("/other/object")).isEqualTo(bytes);
  }

  private LinkBlockRequest order(String file) throws IOException {
    return requests.order(requests.block(file), requests.object(file));
  }

  private LinkBlockRequest asItIsNow(LinkBlockRequest order) throws IOException {
    StorePath path = order.link().object();
    try (Store store = SituStores.open("data", linked.cluster().getConfiguration(0))) {
      StoreObject now = store.stat(path, true);
      LinkedBlock link = new LinkedBlock("data", path, now.size(), now.version(), 0, now.size());
      return new LinkBlockRequest(order.pool(), order.id(), order.stamp(), link);
    }
  }

  /** The files of a block on all DataNodes that hold it. */
  private static List<Path> files(long block) throws IOException {
    return BlockFiles.named(linked.servers(), "blk_" + block + "(_.*)?");
  }

  private static List<BasicFileAttributes> attributes(List<Path> files) throws IOException {
    List<BasicFileAttributes> all = new java.util.ArrayList<>();
    for (Path file : files) {
      all.add(Files.readAttributes(file, BasicFileAttributes.class));
    }
    return all;
  }

  private static int compare(BasicFileAttributes a, BasicFileAttributes b) {
    boolean same =
        a.fileKey().equals(b.fileKey())
            && a.lastModifiedTime().equals(b.lastModifiedTime())
            && a.size() == b.size();
    return same ? 0 : 1;
  }
}
