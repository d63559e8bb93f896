// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.DirectReadClients;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OfflineHdfs;
import io.situ.hdfs.datanode.OfflineDataNode;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first load of an HDFS that is stopped. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class OfflineAttachTest {

  private static final int FILES = 120;

  @TempDir private Path scratch;

  private final Map<String, byte[]> written = new TreeMap<>();
  private OfflineHdfs hdfs;
  private Path names;

  private interface Work {
    void run(LinkedCluster linked) throws Exception;
  }

  private void prepare(Work before, boolean save) throws Exception {
    prepare(before, save, Map.of());
  }

  private void prepare(Work before, boolean save, Map<String, String> settings) throws Exception {
    hdfs =
        OfflineHdfs.prepare(
            scratch,
            settings,
            (linked, now) -> {
              for (int i = 0; i < FILES; i++) {
                String place = i % 3 == 0 ? "on12/tree/" : "on3/tree/deep " + i % 7 + "/é&<\r";
                written.put(place + i, linked.write(place + i, i == 5 ? 0 : i * 997 + 1));
              }
              hdfs = now;
              names = now.names();
              before.run(linked);
            },
            save);
  }

  private AttachSummary attach(String root, String target) throws IOException {
    return hdfs.attach(names, root, target);
  }

  @Test
  void everyFileIsServedFromItsPlaceAndNothingElseHasChanged() throws Exception {
    prepare(
        linked -> {
          DFSTestUtil.createFile(
              linked.hdfs(), new org.apache.hadoop.fs.Path("/new/kept"), 100_000, (short) 3, 7);
          linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/new/zoo"));
          linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/new/\u00e4"));
        },
        true);
    Map<Path, FileTime> before = times();
    for (String bad : List.of("/new/x:y", "/.reserved/x", "/new/.snapshot/x")) {
      assertThatThrownBy(() -> attach("/on12/tree", bad)).hasMessageContaining("HDFS");
    }

    AttachSummary one = attach("/on12/tree", "/new/one");
    long linkedOne = hdfs.link();
    AttachSummary two = attach("/on3/tree", "/far/off/two");
    long linkedTwo = hdfs.link();

    assertThat(one.get(Count.ADDED) + two.get(Count.ADDED)).isEqualTo(FILES);
    assertThat(linkedOne).isEqualTo(2L * FILES / 3);
    assertThat(linkedTwo).isEqualTo(FILES * 2L / 3 - 1);
    try (LinkedCluster linked = hdfs.restart()) {
      for (Map.Entry<String, byte[]> file : written.entrySet()) {
        String name =
            file.getKey().replace("on12/tree", "/new/one").replace("on3/tree", "/far/off/two");
        assertThat(linked.read(name)).as(name).isEqualTo(file.getValue());
        if (file.getValue().length > 0) {
          assertThat(linked.hosts(name))
              .as(name)
              .isEqualTo(name.startsWith("/new") ? List.of("node1", "node2") : List.of("node3"));
        }
      }
      try (DistributedFileSystem client = new DirectReadClients(linked).client(Map.of())) {
        assertThat(DirectReadClients.read(client, "/new/one/0").direct()).isTrue();
      }
      assertThat(linked.read("/new/kept")).hasSize(100_000);
      assertThat(linked.names("/new")).containsExactly("\u00e4", "kept", "one", "zoo");
      // It is searched in an order of its own.
      assertThat(linked.hdfs().exists(new org.apache.hadoop.fs.Path("/new/\u00e4"))).isTrue();
      assertThat(linked.cluster().getNamesystem().getMissingBlocksCount()).isZero();
      assertThat(linked.attach("/on12/tree", "/new/one").get(Count.UNCHANGED))
          .isEqualTo(one.files());
      linked.write("on3/tree/later", 5000);
      assertThat(linked.attach("/on3/tree", "/far/off/two").get(Count.ADDED)).isEqualTo(1);
      assertThat(linked.read("/far/off/two/later")).hasSize(5000);
    }
    for (Map.Entry<Path, FileTime> object : before.entrySet()) {
      assertThat(Files.getLastModifiedTime(object.getKey())).isEqualTo(object.getValue());
    }
    for (Map.Entry<String, byte[]> file : written.entrySet()) {
      assertThat(scratch.resolve("store").resolve(file.getKey())).hasBinaryContent(file.getValue());
    }
  }

  private Map<Path, FileTime> times() throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    for (String name : written.keySet()) {
      Path object = scratch.resolve("store").resolve(name);
      times.put(object, Files.getLastModifiedTime(object));
    }
    return times;
  }

  @Test
  void whatCannotBeAttachedToLeavesTheDirectoryAsItWas() throws Exception {
    prepare(
        linked -> {
          linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/there"));
          assertRefused("/x", "is running; stop it first");
          assertThatThrownBy(() -> OfflineDataNode.open(hdfs.node("node1")))
              .hasMessageContaining("is running; stop it");
        },
        false);
    Map<String, String> before = hdfs.nameContent();

    assertRefused("/x", "does not hold all that was done");
    assertThat(hdfs.nameContent()).isEqualTo(before);

    try (LinkedCluster linked = hdfs.restart()) {
      OfflineHdfs.save(linked);
    }
    before = hdfs.nameContent();
    assertRefused("/there", "'/there' exists in HDFS");
    Path right = names;
    names = scratch.resolve("store");
    assertRefused("/x", "is no directory of a NameNode");
    names = right;
    List<StoreObject> objects = LinkedCluster.objects(hdfs.conf(), "/on12/tree");
    assertThatThrownBy(
            () ->
                hdfs.attacher(List.of())
                    .attach(
                        names,
                        LinkedCluster.tree("/on12/tree"),
                        Stream.concat(objects.stream().limit(9), Stream.generate(this::torn))
                            .iterator(),
                        "/x"))
        .hasMessageContaining("torn");
    assertThat(hdfs.nameContent()).isEqualTo(before);
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.names("/")).containsExactly("there");
    }
  }

  /** The snapshot is gone, and what its renames have left in the image is not. */
  @Test
  void anImageWithARenameFromASnapshotIsRefused() throws Exception {
    prepare(
        linked -> {
          DistributedFileSystem dfs = linked.hdfs();
          org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/snapshots");
          org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(directory, "old");
          DFSTestUtil.createFile(dfs, file, 10, (short) 1, 7);
          dfs.allowSnapshot(directory);
          dfs.createSnapshot(directory, "one");
          assertThat(dfs.rename(file, new org.apache.hadoop.fs.Path("/new"))).isTrue();
          dfs.deleteSnapshot(directory, "one");
        },
        true);
    Map<String, String> before = hdfs.nameContent();

    assertRefused("/x", "renamed while there was a snapshot");
    assertThat(hdfs.nameContent()).isEqualTo(before);
  }

  private StoreObject torn() {
    throw new UncheckedIOException(new IOException("torn"));
  }

  private void assertRefused(String target, String words) {
    assertThatThrownBy(() -> attach("/on12/tree", target))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(words);
  }

  @Test
  void whatAKilledRunHasLeftIsTakenNoNoticeOf() throws Exception {
    prepare(linked -> {}, true, Map.of("dfs.image.compress", "true"));
    Path current = names.resolve("current");
    long next;
    try (Stream<Path> files = Files.list(current)) {
      next =
          files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.matches("(fsimage|edits)_[0-9-]+"))
                  .mapToLong(name -> Long.parseLong(name.replaceFirst(".*[_-]", "")))
                  .max()
                  .orElseThrow()
              + 1;
    }
    Files.writeString(current.resolve(String.format("fsimage.ckpt_%019d", next)), "torn");
    Files.writeString(current.resolve(String.format("fsimage_%019d.md5", next)), "torn");

    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.names("/")).isEmpty();
      OfflineHdfs.save(linked);
    }
    attach("/on12/tree", "/tree");
    Path list = scratch.resolve("lists/node1.links");
    Path torn = scratch.resolve("torn");
    byte[] whole = Files.readAllBytes(list);
    Files.write(torn, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> hdfs.lay(torn))
        .hasMessageContaining("is no whole list of blocks to link");
    assertThat(BlockFiles.named(scratch.resolve("hdfs"), "blk_.*")).isEmpty();
    hdfs.link();
    hdfs.lay(scratch.resolve("lists/node1.done"));
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.hosts("/tree/3")).containsExactly("node1", "node2");
      assertThat(linked.read("/tree/3")).isEqualTo(written.get("on12/tree/3"));
    }
  }

  @Test
  void aNewlyStartedLogHasNothingInIt() throws Exception {
    prepare(
        linked -> {
          OfflineHdfs.save(linked);
          linked.hdfs().rollEdits();
          linked.hdfs().rollEdits();
        },
        false);

    attach("/on12/tree", "/tree");

    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.read("/tree/3")).isEqualTo(written.get("on12/tree/3"));
    }
  }

  @Test
  void nothingIsAttachedInAnEncryptionZone() throws Exception {
    prepare(
        linked -> {
          DFSTestUtil.createKey("key", linked.cluster(), linked.cluster().getConfiguration(0));
          org.apache.hadoop.fs.Path zone = new org.apache.hadoop.fs.Path("/zone");
          linked.hdfs().mkdirs(zone);
          linked.hdfs().createEncryptionZone(zone, "key");
          linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/zone/below"));
        },
        true,
        Map.of("hadoop.security.key.provider.path", "jceks://file" + scratch.resolve("keys.jks")));

    assertRefused("/zone/tree", "'zone' is an encryption zone of HDFS");
    assertRefused("/zone/below/tree", "'zone' is an encryption zone of HDFS");
  }

  @Test
  void aLogThatLiesElsewhereIsAskedFor() throws Exception {
    String key = "dfs.namenode.edits.dir";
    prepare(linked -> {}, true, Map.of(key, scratch.resolve("edits").toUri().toString()));
    Map<String, String> before = hdfs.nameContent();
    Map<String, String> unaware = hdfs.settings();
    unaware.remove(key);

    assertThatThrownBy(
            () ->
                new OfflineAttacher(unaware, scratch.resolve("lists"), List.of())
                    .attach(
                        names,
                        LinkedCluster.tree("/on12/tree"),
                        LinkedCluster.objects(hdfs.conf(), "/on12/tree").iterator(),
                        "/tree"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("there is no log of what was done after image ")
        .hasMessageContaining("give its configuration with --conf");
    assertThat(hdfs.nameContent()).isEqualTo(before);

    attach("/on12/tree", "/tree");
    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.read("/tree/3")).isEqualTo(written.get("on12/tree/3"));
      linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/more"));
    }
    assertRefused("/x", "does not hold all that was done");
  }
}
