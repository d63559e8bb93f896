// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;

/** Objects of a store as files of HDFS. */
class AttachTest extends LinkedClusterFixture {

  @Test
  void theNamesBytesAndPlacesAreTheStores() throws Exception {
    byte[] small = linked.write("on1/tree/small", 777);
    byte[] large = linked.write("on23/tree/deep/large", 3_000_001);
    byte[] none = linked.write("on12/tree/empty", 0);

    AttachSummary first = linked.attach("/on1/tree", "/attached/a");
    AttachSummary second = linked.attach("/on23/tree", "/attached/b");
    linked.attach("/on12/tree", "/attached/c");

    assertThat(first.files()).isEqualTo(1);
    assertThat(second.get(Count.BYTES)).isEqualTo(3_000_001);
    assertThat(second.get(Count.DIRECTORIES)).isEqualTo(2);
    assertThat(linked.read("/attached/a/small")).isEqualTo(small);
    assertThat(linked.read("/attached/b/deep/large")).isEqualTo(large);
    assertThat(linked.read("/attached/c/empty")).isEqualTo(none);
    assertThat(linked.hosts("/attached/a/small")).containsExactly("node1");
    assertThat(linked.hosts("/attached/b/deep/large")).containsExactly("node2", "node3");
  }

  @Test
  void aDirectoryOfErasureCodedFilesHoldsAttachedOnesToo() throws Exception {
    byte[] bytes = linked.write("on12/coded/object", 3_000_001);
    org.apache.hadoop.fs.Path coded = new org.apache.hadoop.fs.Path("/coded");
    linked.hdfs().enableErasureCodingPolicy("XOR-2-1-1024k");
    linked.hdfs().mkdirs(coded);
    linked.hdfs().setErasureCodingPolicy(coded, "XOR-2-1-1024k");

    linked.attach("/on12/coded", "/coded/tree");

    assertThat(linked.read("/coded/tree/object")).isEqualTo(bytes);
    assertThat(linked.hosts("/coded/tree/object")).containsExactly("node1", "node2");
  }

  @Test
  void timesOwnersAndPermissionsAreTheStores() throws Exception {
    linked.write("on2/private/file", 10);
    Path file = linked.home().resolve("on2/private/file");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    linked.attach("/on2/private", "/private");

    FileStatus status = linked.hdfs().getFileStatus(new org.apache.hadoop.fs.Path("/private/file"));
    assertThat(status.getModificationTime()).isEqualTo(Files.getLastModifiedTime(file).toMillis());
    assertThat(status.getPermission().toShort()).isEqualTo((short) 0440);
    assertThat(status.getOwner()).isEqualTo(Files.getOwner(file).getName());
  }

  @Test
  void theDirectoryIsAsPrivateAsTheStores() throws Exception {
    linked.write("on2/closed/deep/file", 10);
    Path directory = linked.home().resolve("on2/closed");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));

    linked.attach("/on2/closed", "/closed");

    FileStatus status = linked.hdfs().getFileStatus(new org.apache.hadoop.fs.Path("/closed"));
    assertThat(status.getPermission().toShort()).isEqualTo((short) 0750);
  }

  @Test
  void whatIsThereIsNotTouched() throws Exception {
    linked.write("on3/again/file", 10);
    linked.hdfs().mkdirs(new org.apache.hadoop.fs.Path("/again"));

    assertThatThrownBy(() -> linked.attach("/on3/again", "/again"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/again' exists and nothing is attached there");
  }

  @Test
  void whatIsAttachedFromElsewhereIsNotTouched() throws Exception {
    linked.write("on3/one/file", 10);
    linked.write("on3/two/other", 10);
    linked.attach("/on3/one", "/one");

    assertThatThrownBy(() -> linked.attach("/on3/two", "/one"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/one' exists and 'situ://data/on3/one' is attached there");
  }

  @Test
  void aNameThatHdfsRefusesIsNamed() throws Exception {
    linked.write("on3/odd/a:b", 10);

    assertThatThrownBy(() -> linked.attach("/on3/odd", "/odd"))
        .hasMessageStartingWith("'/on3/odd/a:b': HDFS takes no name with ':' in it");
    assertThat(linked.names("/")).doesNotContain("odd").noneMatch(name -> name.startsWith(".situ"));
  }

  @Test
  void aHostThatIsNoDataNodeIsNamed() throws Exception {
    linked.write("elsewhere/file", 10);

    assertThatThrownBy(() -> linked.attach("/elsewhere", "/elsewhere"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("HDFS has no live DataNode on node9")
        .hasMessageContaining("node1, node2, node3");
    assertThat(linked.names("/"))
        .doesNotContain("elsewhere")
        .noneMatch(name -> name.startsWith(".situ"));
  }

  @Test
  void manyFilesComeAtOnce() throws Exception {
    for (int i = 0; i < 1200; i++) {
      linked.write("on123/many/" + i % 7 + "/file " + i, i);
    }

    AttachSummary summary = linked.attach("/on123/many", "/many");

    assertThat(summary.files()).isEqualTo(1200);
    assertThat(linked.hosts("/many/3/file 1018")).isEqualTo(List.of("node1", "node2", "node3"));
    assertThat(linked.read("/many/3/file 1018"))
        .isEqualTo(Files.readAllBytes(linked.home().resolve("on123/many/3/file 1018")));
  }
}
