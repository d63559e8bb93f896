// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.DirectReadClients;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OfflineHdfs;
import io.situ.hdfs.datanode.OfflineDataNode;
import io.situ.hdfs.image.NameDirectories;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.SkippedObject;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
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

  /** The names alone are 60 MB. */
  @Test
  void directoriesNeedNoMemory() throws Exception {
    prepare(linked -> {}, true);
    Path work = Files.createDirectories(scratch.resolve("work"));
    Path log = scratch.resolve("log");
    Process process =
        new ProcessBuilder(
                JavaCommand.of(ManyDirectoriesMain.class)
                    .with("-Xmx48m")
                    .call(names, work, 1000, 200))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> contentOf(log.toFile())).isZero();
    assertThat(work.toFile().list()).containsExactly("inodes");
  }

  @Test
  void aFirstLoadMayBeOfManyTrees() throws Exception {
    prepare(linked -> {}, true);

    for (int i = 0; i < 5; i++) {
      attach("/on12/tree", "/tree" + i);
      hdfs.link();
    }

    try (LinkedCluster linked = hdfs.restart()) {
      for (int i = 0; i < 5; i++) {
        assertThat(linked.read("/tree" + i + "/3")).isEqualTo(written.get("on12/tree/3"));
      }
      assertThat(linked.cluster().getNamesystem().getMissingBlocksCount()).isZero();
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
    Map<String, String> before = content();

    assertRefused("/x", "does not hold all that was done");
    assertThat(content()).isEqualTo(before);

    try (LinkedCluster linked = hdfs.restart()) {
      OfflineHdfs.save(linked);
    }
    before = content();
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
    assertThat(content()).isEqualTo(before);
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
    Map<String, String> before = content();

    assertRefused("/x", "renamed while there was a snapshot");
    assertThat(content()).isEqualTo(before);
  }

  private StoreObject torn() {
    throw new UncheckedIOException(new IOException("torn"));
  }

  private void assertRefused(String target, String words) {
    assertThatThrownBy(() -> attach("/on12/tree", target))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(words);
  }

  /** The names and sizes of what the NameNode would find. */
  private Map<String, String> content() throws IOException {
    Map<String, String> content = new TreeMap<>();
    for (Path directory : hdfs.allNames()) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.toList()) {
          content.put(
              file.toString(),
              Files.isRegularFile(file)
                  ? Files.size(file) + " " + Files.getLastModifiedTime(file)
                  : "");
        }
      }
    }
    return content;
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

  /** Each directory of the NameNode gets the image: edits go on behind it in all of them. */
  @Test
  void oneDirectoryOfTheNameNodeMayBeLost() throws Exception {
    prepare(linked -> {}, true);
    assertThat(hdfs.allNames()).hasSize(2).first().isEqualTo(names);
    attach("/on12/tree", "/tree");
    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/later"));
    }

    assertThat(FileUtil.fullyDeleteContents(names.toFile())).isTrue();

    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.names("/")).containsExactly("later", "tree");
      assertThat(linked.read("/tree/3")).isEqualTo(written.get("on12/tree/3"));
    }
  }

  @Test
  void theImageOfANameNodeWhoseOtherDirectoriesAreNotKnownIsInOneOnly() throws Exception {
    prepare(linked -> {}, true);
    Map<String, String> settings = hdfs.settings();
    settings.remove("dfs.namenode.name.dir");
    settings.put("dfs.namenode.edits.dir", names.toUri().toString());
    List<String> notices = new ArrayList<>();

    new OfflineAttacher(settings, scratch.resolve("lists"), List.of(), notices::add)
        .attach(
            names,
            LinkedCluster.tree("/on12/tree"),
            AttachObjects.of(LinkedCluster.objects(hdfs.conf(), "/on12/tree").iterator()),
            "/tree",
            SkippedObject.Taker.NONE);

    assertThat(notices)
        .hasSize(1)
        .first()
        .asString()
        .startsWith("only '" + names + "' has the new image");
  }

  @Test
  void aDirectoryOfAnotherHdfsBesideTheNameNodesIsRefused() throws Exception {
    prepare(linked -> {}, true);
    Path version = hdfs.allNames().get(1).resolve("current/VERSION");
    Files.writeString(
        version, Files.readString(version).replaceFirst("clusterID=.*", "clusterID=another"));
    Files.createFile(version.resolveSibling("fsimage_0000000000000900000"));
    Map<String, String> before = content();

    assertThatThrownBy(() -> attach("/on12/tree", "/tree"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("clusterID differs")
        .hasMessageContaining(hdfs.allNames().get(1).toString());

    assertThat(content()).isEqualTo(before);
  }

  /** What stands in its way here is a directory of the name that the image would get. */
  @Test
  void noDirectoryGetsAnImageThatAnotherCannotGet() throws Exception {
    prepare(linked -> {}, true);
    String image;
    try (NameDirectories open = NameDirectories.open(names, hdfs.conf())) {
      image = NNStorage.getImageFileName(open.next());
    }
    Files.createDirectories(names.resolve("current").resolve(image).resolve("x"));
    Map<String, String> before = content();

    assertThatThrownBy(() -> attach("/on12/tree", "/tree")).isInstanceOf(IOException.class);

    assertThat(content()).isEqualTo(before);
  }

  /** In a federation the configuration names the logs of all namespaces. */
  @Test
  void theLogOfAnotherNamespaceDoesNotCount() throws Exception {
    prepare(linked -> {}, true);
    Path log = Files.createDirectories(scratch.resolve("filer/other/current"));
    Files.writeString(log.resolve("VERSION"), "namespaceID=1\nclusterID=another\n");
    Files.writeString(log.resolve("edits_0000000000000900000-0000000000000900009"), "of another");
    Map<String, String> settings = hdfs.settings();
    settings.put("dfs.namenode.shared.edits.dir.other", log.getParent().toUri().toString());

    new OfflineAttacher(settings, scratch.resolve("lists"), List.of())
        .attach(
            names,
            LinkedCluster.tree("/on12/tree"),
            LinkedCluster.objects(hdfs.conf(), "/on12/tree").iterator(),
            "/tree");

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
    Map<String, String> before = content();
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
    assertThat(content()).isEqualTo(before);

    attach("/on12/tree", "/tree");
    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.read("/tree/3")).isEqualTo(written.get("on12/tree/3"));
      linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/more"));
    }
    assertRefused("/x", "does not hold all that was done");
  }

  @Test
  void hostsAreNeededWhereTheStoreReportsNone() throws Exception {
    prepare(linked -> linked.write("nowhere/object", 10), true);

    assertThatThrownBy(() -> attach("/nowhere", "/x"))
        .hasMessageContaining("name the DataNodes' hosts with --hosts");
    hdfs.attacher(List.of("node2"))
        .attach(
            names,
            LinkedCluster.tree("/nowhere"),
            LinkedCluster.objects(hdfs.conf(), "/nowhere").iterator(),
            "hdfs://anything/x");
    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.hosts("/x/object")).containsExactly("node2");
      assertThat(linked.read("/x/object")).hasSize(10);
    }
  }
}
