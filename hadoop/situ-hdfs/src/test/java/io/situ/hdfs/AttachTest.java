package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.attach.Attacher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;

/** Objects of a store as files of HDFS. */
class AttachTest extends OnLinkedCluster {

  @Test
  void theNamesBytesAndPlacesAreTheStores() throws Exception {
    byte[] small = linked.write("on1/tree/small", 777);
    byte[] large = linked.write("on23/tree/deep/large", 3_000_001);
    byte[] none = linked.write("on12/tree/empty", 0);

    Attacher.Summary first = linked.attach("/on1/tree", "/attached/a");
    Attacher.Summary second = linked.attach("/on23/tree", "/attached/b");
    linked.attach("/on12/tree", "/attached/c");

    assertThat(first.files()).isEqualTo(1);
    assertThat(second.bytes()).isEqualTo(3_000_001);
    assertThat(second.directories()).isEqualTo(1);
    assertThat(linked.read("/attached/a/small")).isEqualTo(small);
    assertThat(linked.read("/attached/b/deep/large")).isEqualTo(large);
    assertThat(linked.read("/attached/c/empty")).isEqualTo(none);
    assertThat(linked.hosts("/attached/a/small")).containsExactly("node1");
    assertThat(linked.hosts("/attached/b/deep/large")).containsExactly("node2", "node3");
  }

  @Test
  void timesOwnersAndPermissionsAreTheStores() throws Exception {
    linked.write("on2/private/file", 10);
    Path file = linked.home().resolve("on2/private/file");
    Files.setPosixFilePermissions(
        file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r-----"));

    linked.attach("/on2/private", "/private");

    FileStatus status = linked.hdfs().getFileStatus(new org.apache.hadoop.fs.Path("/private/file"));
    assertThat(status.getModificationTime()).isEqualTo(Files.getLastModifiedTime(file).toMillis());
    assertThat(status.getPermission().toShort()).isEqualTo((short) 0440);
    assertThat(status.getOwner()).isEqualTo(Files.getOwner(file).getName());
  }

  @Test
  void whatIsThereIsNotTouched() throws Exception {
    linked.write("on3/again/file", 10);
    linked.attach("/on3/again", "/again");

    assertThatThrownBy(() -> linked.attach("/on3/again", "/again"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/again' exists");
  }

  @Test
  void aHostThatIsNoDataNodeIsNamed() throws Exception {
    linked.write("elsewhere/file", 10);

    assertThatThrownBy(() -> linked.attach("/elsewhere", "/elsewhere"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("HDFS has no live DataNode on node9")
        .hasMessageContaining("node1, node2, node3");
    assertThat(linked.hdfs().exists(new org.apache.hadoop.fs.Path("/elsewhere"))).isFalse();
    assertThat(linked.hdfs().exists(new org.apache.hadoop.fs.Path("/.situ-attach-elsewhere")))
        .isFalse();
  }

  @Test
  void manyFilesComeAtOnce() throws Exception {
    for (int i = 0; i < 1200; i++) {
      linked.write("on123/many/" + i % 7 + "/file " + i, i);
    }

    Attacher.Summary summary = linked.attach("/on123/many", "/many");

    assertThat(summary.files()).isEqualTo(1200);
    assertThat(linked.hosts("/many/3/file 1018")).isEqualTo(List.of("node1", "node2", "node3"));
    assertThat(linked.read("/many/3/file 1018"))
        .isEqualTo(Files.readAllBytes(linked.home().resolve("on123/many/3/file 1018")));
  }
}
