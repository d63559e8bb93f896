// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.ChangesSinceSnapshot;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.SkippedObject;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One object that cannot be attached does not keep the others out. */
@Tag("hadoop-3.4-long")
class OneBadItemTest extends LinkedClusterFixture {

  private final List<SkippedObject> leftOut = new ArrayList<>();

  private static List<StoreObject> objects(String root) throws IOException {
    return LinkedCluster.objects(linked.cluster().getConfiguration(0), root);
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private AttachSummary attach(String root, Iterator<StoreObject> objects, String target)
      throws IOException {
    leftOut.clear();
    try (Attacher attacher = new Attacher(linked.hdfs(), leftOut::add)) {
      return attacher.attach(LinkedCluster.tree(root), objects, path(target));
    }
  }

  @Test
  void namesThatHdfsRefusesAreLeftOut() throws Exception {
    linked.write("on1/names/good", 10);
    linked.write("on1/names/a:b", 10);
    linked.write("on1/names/c:d/below", 10);
    linked.write("on1/names/deep/.snapshot/hourly", 10);
    linked.write("on1/names/.reserved/file", 10);
    linked.write("on1/names/" + "é".repeat(120), 10);
    byte[] odd = new byte[100];
    java.util.Arrays.fill(odd, (byte) 0xff);
    String carried = StorePath.ofBytes(concat("/on1/names/".getBytes(), odd)).name();

    for (int i = 0; i < 2; i++) {
      AttachSummary summary = attach("/on1/names", withOdd(carried), "/names");

      assertThat(summary.get(i == 0 ? Count.ADDED : Count.UNCHANGED)).isEqualTo(3);
      assertThat(summary.get(Count.LEFT_OUT)).isEqualTo(6);
      assertThat(leftOut)
          .extracting(SkippedObject::path)
          .containsExactlyInAnyOrder(
              "/on1/names/a:b",
              "/on1/names/c:d",
              "/on1/names/deep/.snapshot",
              "/on1/names/" + carried);
      assertThat(linked.names("/names"))
          .containsExactlyInAnyOrder("good", "deep", ".reserved", "é".repeat(120));
    }
    assertThatThrownBy(() -> linked.attach("/on1/names", "/strict")).hasMessageContaining("HDFS");
    assertThat(linked.names("/")).doesNotContain("strict");
  }

  private static byte[] concat(byte[] one, byte[] two) {
    byte[] both = java.util.Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    return both;
  }

  private static Iterator<StoreObject> withOdd(String name) throws IOException {
    List<StoreObject> all = new ArrayList<>(objects("/on1/names"));
    StoreObject good =
        all.stream().filter(object -> object.path().name().equals("good")).findFirst().get();
    all.add(good.withPath(StorePath.of("/on1/names/" + name)));
    return all.iterator();
  }

  @Test
  void aFileThatIsAlwaysWrittenIsLeftOut() throws Exception {
    for (int i = 0; i < 20; i++) {
      linked.write("on1/busy/still" + i, 10 + i);
    }
    Path log = linked.home().resolve("on1/busy/log");
    Files.writeString(log, "begin\n");
    Thread writer =
        new Thread(
            () -> {
              try {
                while (!Thread.interrupted()) {
                  Files.writeString(log, "a line\n", StandardOpenOption.APPEND);
                }
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    writer.start();
    try {
      AttachSummary summary = attach("/on1/busy", objects("/on1/busy").iterator(), "/busy");
      assertThat(summary.files() + summary.get(Count.LEFT_OUT)).isEqualTo(21);
      assertThat(summary.files()).isGreaterThanOrEqualTo(20);
    } finally {
      writer.interrupt();
      writer.join();
    }
    assertThat(attach("/on1/busy", objects("/on1/busy").iterator(), "/busy").files()).isEqualTo(21);
    assertThat(leftOut).isEmpty();
  }

  @Test
  void anObjectThatChangedSinceItWasListedIsAttachedAsItIs() throws Exception {
    linked.write("on1/since/changed", 10);
    linked.write("on1/since/gone", 10);
    linked.write("on1/since/same", 10);
    List<StoreObject> old = objects("/on1/since");
    byte[] bytes = linked.write("on1/since/changed", 20);
    Files.delete(linked.home().resolve("on1/since/gone"));

    AttachSummary summary = attach("/on1/since", old.iterator(), "/since");

    assertThat(summary.files()).isEqualTo(2);
    assertThat(linked.read("/since/changed")).isEqualTo(bytes);
    assertThat(leftOut).extracting(SkippedObject::path).containsExactly("/on1/since/gone");
  }

  @Test
  void filesOfHdfsInTheWayKeepNothingElseOut() throws Exception {
    linked.write("on1/way/dir/file", 10);
    linked.attach("/on1/way", "/way");
    linked.write("on1/way/new/file", 10);
    linked.write("on1/way/other", 10);
    linked.write("on1/way/good", 10);
    DFSTestUtil.writeFile(linked.hdfs(), path("/way/new"), "in the way");
    DFSTestUtil.writeFile(linked.hdfs(), path("/way/other/mine"), "in the way");

    AttachSummary summary = attach("/on1/way", objects("/on1/way").iterator(), "/way");

    assertThat(summary.get(Count.ADDED)).isEqualTo(1);
    assertThat(summary.get(Count.BYTES)).isEqualTo(10);
    assertThat(summary.get(Count.BLOCKS)).isEqualTo(1);
    assertThat(leftOut)
        .extracting(SkippedObject::path)
        .containsExactlyInAnyOrder("/on1/way/new", "/on1/way/new/file", "/on1/way/other");
    assertThat(linked.read("/way/new")).isEqualTo("in the way".getBytes());
  }

  /** What a scan could not see is in the store, though not in its inventory. */
  @Test
  void whatAnInventoryLacksIsNotRemovedWhileTheStoreHasIt() throws Exception {
    linked.write("on1/unseen/seen", 10);
    linked.write("on1/unseen/dir/one", 10);
    linked.write("on1/unseen/dir/two", 10);
    AttachedTree tree = LinkedCluster.tree("/on1/unseen");
    List<StoreObject> all = objects("/on1/unseen");
    try (Attacher attacher = new Attacher(linked.hdfs())) {
      attacher.attach(tree.of("1@0"), all.iterator(), path("/unseen"));
      List<StoreObject> seen =
          all.stream().filter(o -> !o.path().toString().contains("/dir")).toList();

      assertThat(attacher.attach(tree.of("1@0"), seen.iterator(), path("/unseen")))
          .matches(summary -> summary.get(Count.REMOVED) == 0, "nothing is removed");
      Files.delete(linked.home().resolve("on1/unseen/dir/one"));
      ChangesSinceSnapshot changes =
          new ChangesSinceSnapshot(
              "1@0",
              List.of(),
              List.of(
                  StorePath.of("/on1/unseen/dir"),
                  StorePath.of("/on1/unseen/dir/one"),
                  StorePath.of("/on1/unseen/dir/two")));
      AttachSummary summary = attacher.update(tree.of("2@0"), changes, path("/unseen"));
      assertThat(summary.get(Count.REMOVED)).isEqualTo(1);
    }
    assertThat(linked.names("/unseen/dir")).containsExactly("two");
  }

  @Test
  void aStoreThatIsNotMountedAnyMoreRemovesNothing() throws Exception {
    linked.write("on1/mounted/tree/file", 10);
    linked.attach("/on1/mounted/tree", "/mounted");
    Path tree = linked.home().resolve("on1/mounted/tree");
    Files.move(tree, tree.resolveSibling("away"));

    assertThatThrownBy(
            () -> attach("/on1/mounted/tree", List.<StoreObject>of().iterator(), "/mounted"))
        .isInstanceOf(IOException.class);

    assertThat(linked.names("/mounted")).containsExactly("file");
    Files.move(tree.resolveSibling("away"), tree);
    try (HdfsAttachService attachService = linked.attachService("/mounted")) {
      assertThat(attachService.repair().get(Count.UNCHANGED)).isEqualTo(1);
    }
  }
}
