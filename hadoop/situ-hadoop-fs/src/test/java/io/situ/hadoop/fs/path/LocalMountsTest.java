// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that a link leads to lies on the mount of the directory, not of the link. */
class LocalMountsTest {

  @TempDir private Path scratch;

  private Path top;
  private LocalMounts mounts;

  @BeforeEach
  void mount() throws IOException {
    Path root = scratch.toRealPath();
    top = Files.createDirectory(root.resolve("lustre"));
    Files.createDirectory(top.resolve("data"));
    Files.createSymbolicLink(root.resolve("data"), top.resolve("data"));
    Path table = root.resolve("mountinfo");
    Files.write(
        table, List.of("1 0 0:1 / / rw - ext4 root rw", "2 1 0:2 / " + top + " rw - lustre l rw"));
    mounts = new LocalMounts(new HadoopPaths(URI.create("situ:///")), MountTable.of(table));
  }

  private org.apache.hadoop.fs.Path path(String below) throws IOException {
    return new org.apache.hadoop.fs.Path("situ://" + scratch.toRealPath() + "/" + below);
  }

  @Test
  void theEnclosingRootIsThatOfWhereAPathLeads() throws IOException {
    assertThat(mounts.mount(path("data"))).isEqualTo(path("lustre"));
    assertThat(mounts.mount(path("data/no/such"))).isEqualTo(path("lustre"));
    assertThat(mounts.mount(path("other"))).isEqualTo(new org.apache.hadoop.fs.Path("situ:///"));
  }

  @Test
  void trashGoesToTheMountThatTheNameIsOn() throws IOException {
    org.apache.hadoop.fs.Path trash = mounts.trash(path("data/file"));

    assertThat(trash.getParent()).isEqualTo(path("lustre"));
    assertThat(mounts.trash(path("data"))).as("the link").isNotEqualTo(trash);
  }

  @Test
  void trashAtTheTopOfAMountIsFound() throws IOException {
    org.apache.hadoop.fs.Path trash = mounts.trash(path("data/file"));
    List<FileStatus> found = new ArrayList<>();
    FileSystem described =
        new FilterFileSystem() {
          @Override
          public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) {
            return new FileStatus(0, true, 1, 1, 0, path);
          }
        };

    mounts.addTrash(described, false, found);

    assertThat(found).extracting(FileStatus::getPath).containsExactly(trash);
  }
}
