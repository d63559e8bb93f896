// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.InterceptedNameNode;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attached files are taken out of HDFS, and nothing else. */
@Tag("hadoop-3.4-long")
class DetachTest extends LinkedClusterFixture {

  @Test
  void ordinaryFilesStay() throws Exception {
    byte[] bytes = linked.write("on12/tree/deep/object", 5000);
    linked.write("on12/tree/other/object", 10);
    linked.attach("/on12/tree", "/tree");
    DistributedFileSystem hdfs = linked.hdfs();
    org.apache.hadoop.fs.Path ordinary = new org.apache.hadoop.fs.Path("/tree/other/ordinary");
    DFSTestUtil.createFile(hdfs, ordinary, 100, (short) 1, 1);

    Detacher.Summary summary = detach("/tree");

    assertThat(summary).isEqualTo(new Detacher.Summary(2, 1, false));
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path("/tree/deep"))).isFalse();
    assertThat(linked.read("/tree/other/ordinary")).hasSize(100);
    assertThat(Files.readAllBytes(linked.home().resolve("on12/tree/deep/object"))).isEqualTo(bytes);
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> detach("/nothing"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/nothing");
  }

  @Test
  void directoriesOfOthersStayAlsoWhereTheyAreEmpty() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/homes/alice");
    hdfs.mkdirs(home);

    assertThatThrownBy(() -> detach("/homes"))
        .isInstanceOf(StoreException.class)
        .hasMessage("nothing is attached at '/homes', above or below it");
    assertThat(hdfs.exists(home)).isTrue();

    linked.write("on12/homes/object", 10);
    linked.attach("/on12/homes", "/homes/bob/tree");
    assertThat(detach("/homes")).isEqualTo(new Detacher.Summary(1, 0, false));
    assertThat(hdfs.exists(home)).isTrue();
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path("/homes/bob/tree"))).isFalse();
    assertThat(hdfs.exists(new org.apache.hadoop.fs.Path("/homes/bob"))).isTrue();
  }

  @Test
  void anotherFileSystemIsRefused() {
    assertThatThrownBy(() -> HdfsAttachService.open(Map.of(), "file:///tmp").close())
        .hasMessage("'file:///tmp' is not in HDFS; write hdfs://NAMENODE/DIR");
  }

  private static Detacher.Summary detach(String directory) throws IOException {
    try (HdfsAttachService attachService =
        HdfsAttachService.open(Map.of(), linked.hdfs().getUri() + directory)) {
      return attachService.detach();
    }
  }

  /** A page of files is looked at before the first of them goes. */
  @Test
  void aFileThatIsWrittenSinceItWasLookedAtStays() throws Exception {
    byte[] bytes = linked.write("on1/written/file", 10);
    linked.attach("/on1/written", "/written");
    Path pause = scratch.resolve("pause");
    Map<String, String> settings =
        InterceptedNameNode.settings(
            linked, scratch.resolve("calls"), "getLocatedFileInfo:before", pause);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/written")) {
      Future<Detacher.Summary> detach = thread.submit(service::detach);
      GenericTestUtils.waitFor(() -> Files.exists(pause) || detach.isDone(), 5, 60_000);
      try (OutputStream out =
          linked.hdfs().append(new org.apache.hadoop.fs.Path("/written/file"))) {
        out.write(7);
      }
      Files.delete(pause);

      assertThat(detach.get()).isEqualTo(new Detacher.Summary(0, 1, false));
    } finally {
      thread.shutdownNow();
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    longer[bytes.length] = 7;
    assertThat(linked.read("/written/file")).isEqualTo(longer);
  }

  /** Before it is looked at once more, and after that. */
  @ParameterizedTest
  @ValueSource(strings = {"getLocatedFileInfo", "delete"})
  void aFileThatIsDeletedMeanwhileDoesNotCount(String call) throws Exception {
    String name = "deleted" + call;
    linked.write("on1/" + name + "/file", 10);
    linked.attach("/on1/" + name, "/" + name);
    Path pause = scratch.resolve("pause" + name);
    Map<String, String> settings =
        InterceptedNameNode.settings(linked, scratch.resolve("calls"), call + ":before", pause);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/" + name)) {
      Future<Detacher.Summary> detach = thread.submit(service::detach);
      GenericTestUtils.waitFor(() -> Files.exists(pause) || detach.isDone(), 5, 60_000);
      linked.hdfs().delete(new org.apache.hadoop.fs.Path("/" + name + "/file"), false);
      Files.delete(pause);

      assertThat(detach.get()).isEqualTo(new Detacher.Summary(0, 0, false));
    } finally {
      thread.shutdownNow();
    }
    assertThat(linked.hdfs().exists(new org.apache.hadoop.fs.Path("/" + name))).isFalse();
  }
}
