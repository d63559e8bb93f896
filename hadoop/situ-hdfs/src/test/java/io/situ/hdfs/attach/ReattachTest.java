// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.ChangesSinceSnapshot;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OwnClusterFixture;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tree that is attached again after the store has changed. */
class ReattachTest extends OwnClusterFixture {

  private static final int DIRECTORIES = ParallelSteps.MAKING + 8;

  private static Map<Count, Long> counts(AttachSummary summary) {
    return summary.counts().entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .filter(entry -> entry.getKey().compareTo(Count.RESUMED) <= 0)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static org.apache.hadoop.fs.Path hdfs(String path) {
    return new org.apache.hadoop.fs.Path(path);
  }

  @Test
  void onlyWhatChangedIsExchanged() throws Exception {
    linked.write("on1/tree/same", 500);
    linked.write("on1/tree/deep/changed", 600);
    linked.write("on1/tree/gone/file", 700);
    linked.attach("/on1/tree", "/tree");
    List<Long> blocks = linked.blocks("/tree/same");
    Files.delete(linked.home().resolve("on1/tree/gone/file"));
    Files.delete(linked.home().resolve("on1/tree/gone"));
    byte[] changed = linked.write("on1/tree/deep/changed", 601);
    byte[] added = linked.write("on1/tree/new/added", 800);

    AttachSummary summary = linked.attach("/on1/tree", "/tree");

    assertThat(counts(summary))
        .isEqualTo(
            Map.of(Count.ADDED, 1L, Count.CHANGED, 1L, Count.REMOVED, 1L, Count.UNCHANGED, 1L));
    assertThat(linked.blocks("/tree/same")).isEqualTo(blocks);
    assertThat(linked.read("/tree/deep/changed")).isEqualTo(changed);
    assertThat(linked.read("/tree/new/added")).isEqualTo(added);
    assertThat(linked.names("/tree")).containsExactlyInAnyOrder("same", "deep", "new");
    assertThat(linked.names("/")).noneMatch(name -> name.startsWith(".situ"));
    assertThat(counts(linked.attach("/on1/tree", "/tree"))).isEqualTo(Map.of(Count.UNCHANGED, 3L));
  }

  private static Attacher attacher() throws Exception {
    return new Attacher(linked.hdfs());
  }

  private static List<StoreObject> objects(String root) throws Exception {
    return LinkedCluster.objects(linked.cluster().getConfiguration(0), root);
  }

  @Test
  void onlyWhatAnInventoryReportsIsLookedAt() throws Exception {
    AttachedTree tree = LinkedCluster.tree("/on1/some");
    linked.write("on1/some/same", 500);
    linked.write("on1/some/deep/changed", 600);
    linked.write("on1/some/gone/deeper/file", 700);
    linked.write("on1/some/mine", 10);
    try (Attacher attacher = attacher()) {
      attacher.attach(tree.of("1@0"), objects("/on1/some").iterator(), hdfs("/some"));
      linked.hdfs().delete(hdfs("/some/mine"), false);
      DFSTestUtil.writeFile(linked.hdfs(), hdfs("/some/mine"), "written in HDFS");
      Files.delete(linked.home().resolve("on1/some/mine"));
      for (String gone : List.of("gone/deeper/file", "gone/deeper", "gone")) {
        Files.delete(linked.home().resolve("on1/some/" + gone));
      }
      byte[] changed = linked.write("on1/some/deep/changed", 601);
      byte[] added = linked.write("on1/some/new/added", 800);
      ChangesSinceSnapshot changes =
          new ChangesSinceSnapshot(
              "1@0",
              objects("/on1/some").stream()
                  .filter(object -> object.path().toString().matches(".*/(changed|new|added)"))
                  .toList(),
              List.of(
                  StorePath.of("/on1/some/gone"),
                  StorePath.of("/on1/some/gone/deeper"),
                  StorePath.of("/on1/some/gone/deeper/file"),
                  StorePath.of("/on1/some/mine")));

      AttachSummary summary = attacher.update(tree.of("2@0"), changes, hdfs("/some"));

      assertThat(counts(summary))
          .isEqualTo(
              Map.of(Count.ADDED, 1L, Count.CHANGED, 1L, Count.REMOVED, 1L, Count.PASSED_OVER, 1L));
      assertThat(linked.read("/some/deep/changed")).isEqualTo(changed);
      assertThat(linked.read("/some/new/added")).isEqualTo(added);
      assertThat(linked.names("/some")).containsExactlyInAnyOrder("same", "deep", "new", "mine");
      assertThatThrownBy(() -> attacher.update(tree.of("3@0"), changes, hdfs("/some")))
          .hasMessageContaining("was attached by another snapshot");
    }
  }

  @Test
  void whatFailedOrWasDetachedIsInNoSnapshot() throws Exception {
    AttachedTree tree = LinkedCluster.tree("/on3/noted");
    linked.write("on3/noted/deep/file", 500);
    try (Attacher attacher = attacher();
        HdfsAttachService attachService = linked.attachService("/noted");
        HdfsAttachService below = linked.attachService("/noted/deep")) {
      attacher.attach(tree.of("1@0"), objects("/on3/noted").iterator(), hdfs("/noted"));
      assertThat(attachService.snapshot()).isEqualTo("1@0");
      linked.write("on3/noted/deep/file", 501);
      MiniDFSCluster.DataNodeProperties stopped = linked.stopDataNode(2);
      assertThatThrownBy(() -> attacher.update(tree, change(objects("/on3/noted")), hdfs("/noted")))
          .hasMessageContaining("does not answer");
      linked.startAgain(stopped);
      assertThat(attachService.snapshot()).isEmpty();

      attacher.attach(tree.of("2@0"), objects("/on3/noted").iterator(), hdfs("/noted"));
      below.detach();
      assertThat(attachService.snapshot()).isEmpty();
    }
  }

  @Test
  void whatWasDetachedFromAboveIsInNoSnapshot() throws Exception {
    linked.write("on3/outer/file", 500);
    linked.write("on3/inner/file", 600);
    try (Attacher attacher = attacher();
        HdfsAttachService above = linked.attachService("/above");
        HdfsAttachService outer = linked.attachService("/above/outer");
        HdfsAttachService inner = linked.attachService("/above/outer/nested/inner")) {
      attacher.attach(
          LinkedCluster.tree("/on3/outer").of("1@0"),
          objects("/on3/outer").iterator(),
          hdfs("/above/outer"));
      attacher.attach(
          LinkedCluster.tree("/on3/inner").of("2@0"),
          objects("/on3/inner").iterator(),
          hdfs("/above/outer/nested/inner"));
      for (String kept : List.of("/above/outer/kept", "/above/outer/nested/inner/kept")) {
        DFSTestUtil.writeFile(linked.hdfs(), hdfs(kept), "written in HDFS");
      }
      assertThat(List.of(outer.snapshot(), inner.snapshot())).containsExactly("1@0", "2@0");

      assertThat(above.detach()).isEqualTo(new Detacher.Summary(2, 2, false));

      assertThat(List.of(outer.snapshot(), inner.snapshot())).containsExactly("", "");
    }
  }

  private static ChangesSinceSnapshot change(List<StoreObject> objects) {
    List<StoreObject> other =
        objects.stream()
            .map(
                object ->
                    new StoreObject(
                        object.path(),
                        object.kind(),
                        object.size(),
                        object.attributes(),
                        new StoreObject.Version(
                            object.version().identity(), object.version().stamp() + 1)))
            .toList();
    return new ChangesSinceSnapshot("1@0", other, List.of());
  }

  @Test
  void readersOfWhatIsTheSameReadOn() throws Exception {
    byte[] bytes = linked.write("on1/read/same", 3_000_000);
    linked.write("on1/read/other", 10);
    linked.attach("/on1/read", "/read");
    linked.write("on1/read/other", 11);
    try (InputStream in = linked.hdfs().open(hdfs("/read/same"))) {
      byte[] first = in.readNBytes(1000);

      linked.attach("/on1/read", "/read");

      assertThat(first).isEqualTo(java.util.Arrays.copyOf(bytes, 1000));
      assertThat(in.readAllBytes())
          .isEqualTo(java.util.Arrays.copyOfRange(bytes, 1000, bytes.length));
    }
  }

  @Test
  void aFileAndADirectoryChangePlaces() throws Exception {
    linked.write("on1/swap/a", 10);
    linked.write("on1/swap/b/file", 10);
    linked.attach("/on1/swap", "/swap");
    Files.delete(linked.home().resolve("on1/swap/a"));
    Files.delete(linked.home().resolve("on1/swap/b/file"));
    Files.delete(linked.home().resolve("on1/swap/b"));
    byte[] file = linked.write("on1/swap/a/file", 20);
    byte[] plain = linked.write("on1/swap/b", 30);

    linked.attach("/on1/swap", "/swap");

    assertThat(linked.read("/swap/a/file")).isEqualTo(file);
    assertThat(linked.read("/swap/b")).isEqualTo(plain);
  }

  /** More than there are threads that move files. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void manyDirectoriesBecomeFiles() throws Exception {
    for (int i = 0; i < DIRECTORIES; i++) {
      linked.write("on1/flat/d" + i + "/file", 10);
    }
    linked.attach("/on1/flat", "/flat");
    for (int i = 0; i < DIRECTORIES; i++) {
      replaceByFile("on1/flat/d" + i);
    }

    AttachSummary summary = linked.attach("/on1/flat", "/flat");

    assertThat(summary.get(Count.REMOVED)).isEqualTo(DIRECTORIES);
    for (int i = 0; i < DIRECTORIES; i++) {
      assertThat(linked.read("/flat/d" + i)).hasSize(20);
    }
  }

  @Test
  void aDirectoryWithFilesOfHdfsStaysWhereTheStoreHasAFile() throws Exception {
    linked.write("on1/mixed/dir/file", 10);
    linked.attach("/on1/mixed", "/mixed");
    DFSTestUtil.writeFile(linked.hdfs(), hdfs("/mixed/dir/own"), "written in HDFS");
    replaceByFile("on1/mixed/dir");

    assertThatThrownBy(() -> linked.attach("/on1/mixed", "/mixed"))
        .hasMessageContaining("is a directory with files of HDFS's own there");

    assertThat(linked.names("/mixed/dir")).containsExactly("own");
    linked.hdfs().delete(hdfs("/mixed/dir/own"), false);
    linked.attach("/on1/mixed", "/mixed");
    assertThat(linked.read("/mixed/dir")).hasSize(20);
  }

  private static void replaceByFile(String directory) throws Exception {
    Files.delete(linked.home().resolve(directory + "/file"));
    Files.delete(linked.home().resolve(directory));
    linked.write(directory, 20);
  }

  @Test
  void ownersAndPermissionsFollow() throws Exception {
    linked.write("on1/mode/dir/file", 10);
    Path file = linked.home().resolve("on1/mode/dir/file");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    linked.attach("/on1/mode", "/mode");
    assertThat(counts(linked.attach("/on1/mode", "/mode"))).isEqualTo(Map.of(Count.UNCHANGED, 1L));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwx------"));

    linked.attach("/on1/mode", "/mode");

    DistributedFileSystem hdfs = linked.hdfs();
    assertThat(hdfs.getFileStatus(hdfs("/mode/dir/file")).getPermission().toShort())
        .isEqualTo((short) 0400);
    assertThat(hdfs.getFileStatus(hdfs("/mode/dir")).getPermission().toShort())
        .isEqualTo((short) 0700);
  }

  @Test
  void whatHdfsOwnsStays() throws Exception {
    linked.write("on1/own/appended", 10);
    linked.write("on1/own/renamed", 20);
    linked.write("on1/own/object", 30);
    linked.attach("/on1/own", "/own");
    DistributedFileSystem hdfs = linked.hdfs();
    try (OutputStream out = hdfs.append(hdfs("/own/appended"))) {
      out.write(1);
    }
    hdfs.rename(hdfs("/own/renamed"), hdfs("/own/by-hand"), Options.Rename.NONE);
    DFSTestUtil.createFile(hdfs, hdfs("/own/ordinary"), 100, (short) 1, 1);
    Files.delete(linked.home().resolve("on1/own/object"));
    linked.write("on1/own/ordinary", 40);

    AttachSummary summary = linked.attach("/on1/own", "/own");

    assertThat(counts(summary))
        .isEqualTo(Map.of(Count.ADDED, 1L, Count.REMOVED, 1L, Count.KEPT, 2L));
    assertThat(linked.names("/own"))
        .containsExactlyInAnyOrder("appended", "by-hand", "ordinary", "renamed");
    assertThat(linked.read("/own/appended")).hasSize(11);
    assertThat(linked.read("/own/ordinary")).hasSize(100);
  }

  @Test
  void replicasThatMovedAreFollowed() throws Exception {
    byte[] bytes = linked.write("on1/moving/file", 5000);
    linked.attach("/on1/moving", "/moving");
    linked.place("/on1/moving", "node2,node3");
    try {
      AttachSummary summary = linked.attach("/on1/moving", "/moving");

      assertThat(counts(summary)).isEqualTo(Map.of(Count.CHANGED, 1L));
      assertThat(linked.hosts("/moving/file")).containsExactly("node2", "node3");
      assertThat(linked.read("/moving/file")).isEqualTo(bytes);
    } finally {
      linked.place("/on1/moving", "node1");
    }
  }

  @Test
  void aReplicaMoreIsLinkedToTheSameBlock() throws Exception {
    linked.write("on2/more/file", 5000);
    linked.attach("/on2/more", "/more");
    List<Long> blocks = linked.blocks("/more/file");
    linked.place("/on2/more", "node2,node3");

    AttachSummary summary = linked.attach("/on2/more", "/more");

    assertThat(counts(summary)).isEqualTo(Map.of(Count.REPAIRED, 1L));
    assertThat(linked.blocks("/more/file")).isEqualTo(blocks);
    assertThat(linked.hosts("/more/file")).containsExactly("node2", "node3");
  }

  @Test
  void anotherStoreOfTheSameNameRemovesNothing() throws Exception {
    linked.write("on2/mount/file", 5000);
    linked.attach("/on2/mount", "/mount");
    AttachedTree unmounted =
        AttachedTree.now("data", "an empty mount point", StorePath.of("/on2/mount"));
    try (Attacher attacher = new Attacher(linked.hdfs())) {
      assertThatThrownBy(
              () -> attacher.attach(unmounted, Collections.emptyIterator(), hdfs("/mount")))
          .hasMessageContaining("is not the one that")
          .hasMessageContaining("is that mounted?");
    }
    assertThat(linked.names("/mount")).containsExactly("file");
  }

  @Test
  void aDataNodeThatIsDownIsNamed() throws Exception {
    linked.write("on3/down/file", 5000);
    MiniDFSCluster.DataNodeProperties stopped = linked.stopDataNode(2);
    try {
      assertThatThrownBy(() -> linked.attach("/on3/down", "/down"))
          .hasMessageContaining("DataNode node3 does not answer at port")
          .hasMessageContaining("(connection refused)");
      assertThat(linked.names("/")).doesNotContain("down");
    } finally {
      linked.startAgain(stopped);
    }
    assertThat(linked.attach("/on3/down", "/down").files()).isEqualTo(1);
  }
}
