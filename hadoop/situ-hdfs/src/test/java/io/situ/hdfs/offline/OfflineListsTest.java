// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OfflineHdfs;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an offline attach leaves for others to go on with: lists, and what the target says. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class OfflineListsTest {

  @TempDir private static Path template;
  private static OfflineHdfs formatted;

  @TempDir private Path scratch;
  private OfflineHdfs hdfs;

  @BeforeAll
  static void prepare() throws Exception {
    formatted =
        OfflineHdfs.prepare(
            template,
            Map.of(),
            (linked, now) -> {
              linked.write("on1/tree/a", 5000);
              linked.write("on1/tree/b", 6000);
            },
            true);
  }

  @BeforeEach
  void copy() throws IOException {
    hdfs = formatted.copy(scratch);
  }

  private AttachSummary attach(AttachObjects objects, String target, String snapshot)
      throws IOException {
    return hdfs.attacher(List.of())
        .attach(
            hdfs.names(),
            LinkedCluster.tree("/on1/tree").of(snapshot),
            objects,
            target,
            object -> {});
  }

  private List<StoreObject> objects() throws IOException {
    return LinkedCluster.objects(hdfs.conf(), "/on1/tree");
  }

  /** The objects, one of which fails to be looked at. */
  private AttachObjects failing(boolean wholly) throws IOException {
    List<StoreObject> objects = objects();
    AttachObjects all = AttachObjects.of(objects.iterator());
    return unread -> {
      StoreObject next = all.next(unread);
      if (next == null && wholly) {
        throw new IOException("the store is away");
      } else if (next == null) {
        unread.failed(objects.get(0).path(), new IOException("not all of it is known"));
      }
      return next;
    };
  }

  @Test
  void areNotReplacedByThoseOfAnotherAttach() throws Exception {
    assertThatThrownBy(() -> attach(failing(true), "/first", ""))
        .hasMessageContaining("the store is away");
    try (Stream<Path> lists = Files.list(scratch.resolve("lists"))) {
      assertThat(lists).as("of an attach that failed").isEmpty();
    }
    assertThat(hdfs.attach(hdfs.names(), "/on1/tree", "/first").files()).isEqualTo(2);
    byte[] list = Files.readAllBytes(hdfs.list("node1"));

    assertThatThrownBy(() -> hdfs.attach(hdfs.names(), "/on1/tree", "/second"))
        .hasMessageContaining("node1.links' is the list of an earlier attach")
        .hasMessageContaining(
            "delete it if that attach was killed and no 'current' has got a newer");

    assertThat(hdfs.list("node1")).hasBinaryContent(list);
    hdfs.link();
    assertThat(hdfs.attach(hdfs.names(), "/on1/tree", "/second").files()).isEqualTo(2);
    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.read("/first/a")).isEqualTo(LinkedCluster.bytes(5000));
      assertThat(linked.read("/second/b")).isEqualTo(LinkedCluster.bytes(6000));
    }
  }

  /** As the DataNodes' user was given it. */
  @Test
  void thatCannotBeReadAreOfAnEarlierAttach() throws Exception {
    Files.createDirectories(hdfs.list("node1").getParent());
    Files.createSymbolicLink(hdfs.list("node1"), hdfs.list("node1"));

    assertThatThrownBy(() -> hdfs.attach(hdfs.names(), "/on1/tree", "/target"))
        .isInstanceOfSatisfying(
            StoreException.class,
            failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.ALREADY_EXISTS))
        .hasMessageContaining("node1.links' is the list of an earlier attach");
  }

  @Test
  void theTargetSaysOfNoSnapshotThatItIsThat() throws Exception {
    attach(failing(false), "/partly", "inventory 7");
    hdfs.link();

    try (LinkedCluster linked = hdfs.restart();
        HdfsAttachService service = linked.attachService("/partly")) {
      assertThat(service.snapshot()).isEmpty();
    }
  }

  @Test
  void aRootThatCannotBeLookedAtIsNotLeftOut() throws Exception {
    List<StoreObject> objects = new ArrayList<>(objects());
    objects.set(0, objects.get(1).withPath(objects.get(0).path()));

    assertThatThrownBy(() -> attach(AttachObjects.of(objects.iterator()), "/exchanged", ""))
        .hasMessageContaining("is no file any more");
  }

  @Test
  void areCarriedOutAgainForChecksumsThatWereLeftOut() throws Exception {
    hdfs.attach(hdfs.names(), "/on1/tree", "/first");
    hdfs.node("node1").put("fs.situ.hdfs.checksums", "lazy");
    hdfs.lay(hdfs.list("node1"));
    assertThat(marks()).extracting(LinkMetadata::summed).containsExactly(false, false);

    hdfs.node("node1").put("fs.situ.hdfs.checksums", "eager");
    hdfs.lay(hdfs.list("node1"));
    assertThat(marks()).extracting(LinkMetadata::summed).containsExactly(true, true);

    Path cut = sums().get(0);
    long whole = Files.size(cut);
    try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
      file.truncate(whole - 1);
    }
    hdfs.node("node1").put("fs.situ.hdfs.checksums", "lazy");
    hdfs.link();
    assertThat(cut).hasSize(whole);
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.read("/first/a")).isEqualTo(LinkedCluster.bytes(5000));
      assertThat(linked.read("/first/b")).isEqualTo(LinkedCluster.bytes(6000));
    }
  }

  /** The lists were carried out, though no directory has the image. */
  @Test
  void blocksThatHdfsDoesNotHaveAreDiscardedAndTheirObjectsStay() throws Exception {
    List<Path> before = images();
    hdfs.attach(hdfs.names(), "/on1/tree", "/gone");
    for (Path image : images()) {
      if (!before.contains(image)) {
        Files.delete(image);
      }
    }
    hdfs.link();
    assertThat(sums()).hasSize(2);

    try (LinkedCluster linked = hdfs.restart()) {
      GenericTestUtils.waitFor(() -> isDiscarded(linked), 100, 60_000);

      assertThat(linked.names("/")).isEmpty();
      assertThat(linked.attach("/on1/tree", "/tree").files()).isEqualTo(2);
      assertThat(linked.read("/tree/a")).isEqualTo(LinkedCluster.bytes(5000));
      assertThat(linked.read("/tree/b")).isEqualTo(LinkedCluster.bytes(6000));
    }
  }

  /** Images of the NameNode and their checksums. */
  private List<Path> images() throws IOException {
    List<Path> images = new ArrayList<>();
    for (Path directory : hdfs.allNames()) {
      images.addAll(BlockFiles.named(directory.resolve("current"), "fsimage_.*"));
    }
    return images;
  }

  private boolean isDiscarded(LinkedCluster linked) {
    try {
      linked.cluster().triggerBlockReports();
      return sums().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> sums() throws IOException {
    return BlockFiles.named(scratch.resolve("hdfs"), "blk_.*\\.meta");
  }

  private List<LinkMetadata> marks() throws IOException {
    List<LinkMetadata> marks = new ArrayList<>();
    for (Path file : sums()) {
      marks.add(LinkMetadata.read(file).orElseThrow());
    }
    return marks;
  }
}
