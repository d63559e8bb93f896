// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OfflineHdfs;
import io.situ.hdfs.image.NameDirectories;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.SkippedObject;
import io.situ.storage.StoreException;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** First loads of an HDFS that was only formatted, and the directories of its NameNode. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class OfflineNameDirectoriesTest {

  private static final int FILES = 40;

  @TempDir private static Path template;
  private static OfflineHdfs formatted;

  @TempDir private Path scratch;
  private OfflineHdfs hdfs;
  private Path names;

  @BeforeAll
  static void prepare() throws Exception {
    formatted =
        OfflineHdfs.prepare(
            template,
            Map.of(),
            (linked, now) -> {
              for (int i = 0; i < FILES; i++) {
                linked.write("on12/tree/" + i, i * 997 + 1);
              }
            },
            true);
  }

  @BeforeEach
  void copy() throws IOException {
    hdfs = formatted.copy(scratch);
    names = hdfs.names();
  }

  private AttachSummary attach(String root, String target) throws IOException {
    return hdfs.attach(names, root, target);
  }

  private static void assertServed(LinkedCluster linked, String tree) throws IOException {
    assertThat(linked.read(tree + "/3")).isEqualTo(LinkedCluster.bytes(3 * 997 + 1));
  }

  /** The names alone are 60 MB. */
  @Tag("long")
  @Test
  void directoriesNeedNoMemory() throws Exception {
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
    for (int i = 0; i < 5; i++) {
      attach("/on12/tree", "/tree" + i);
      hdfs.link();
    }

    try (LinkedCluster linked = hdfs.restart()) {
      for (int i = 0; i < 5; i++) {
        assertServed(linked, "/tree" + i);
      }
      assertThat(linked.cluster().getNamesystem().getMissingBlocksCount()).isZero();
    }
  }

  /** Each directory of the NameNode gets the image: edits go on behind it in all of them. */
  @Test
  void oneDirectoryOfTheNameNodeMayBeLost() throws Exception {
    assertThat(hdfs.allNames()).hasSize(2).first().isEqualTo(names);
    attach("/on12/tree", "/tree");
    hdfs.link();
    try (LinkedCluster linked = hdfs.restart()) {
      linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/later"));
    }

    assertThat(FileUtil.fullyDeleteContents(names.toFile())).isTrue();

    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.names("/")).containsExactly("later", "tree");
      assertServed(linked, "/tree");
    }
  }

  @Test
  void theImageOfANameNodeWhoseOtherDirectoriesAreNotKnownIsInOneOnly() throws Exception {
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
    Path version = hdfs.allNames().get(1).resolve("current/VERSION");
    Files.writeString(
        version, Files.readString(version).replaceFirst("clusterID=.*", "clusterID=another"));
    Files.createFile(version.resolveSibling("fsimage_0000000000000900000"));
    Map<String, String> before = hdfs.nameContent();

    assertThatThrownBy(() -> attach("/on12/tree", "/tree"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("clusterID differs")
        .hasMessageContaining(hdfs.allNames().get(1).toString());

    assertThat(hdfs.nameContent()).isEqualTo(before);
  }

  /** What stands in its way here is a directory of the name that the image would get. */
  @Test
  void noDirectoryGetsAnImageThatAnotherCannotGet() throws Exception {
    String image;
    try (NameDirectories open = NameDirectories.open(names, hdfs.conf())) {
      image = NNStorage.getImageFileName(open.next());
    }
    Files.createDirectories(names.resolve("current").resolve(image).resolve("x"));
    Map<String, String> before = hdfs.nameContent();

    assertThatThrownBy(() -> attach("/on12/tree", "/tree")).isInstanceOf(IOException.class);

    assertThat(hdfs.nameContent()).isEqualTo(before);
  }

  /** In a federation the configuration names the logs of all namespaces. */
  @Test
  void theLogOfAnotherNamespaceDoesNotCount() throws Exception {
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
      assertServed(linked, "/tree");
    }
  }

  @Test
  void hostsAreNeededWhereTheStoreReportsNone() throws Exception {
    Path object = scratch.resolve("store/nowhere/object");
    Files.createDirectories(object.getParent());
    Files.write(object, new byte[10]);

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
