// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTableTest {

  @TempDir private Path directory;

  private MountTable table(String... lines) throws IOException {
    Path file = directory.resolve("mountinfo");
    Files.write(file, List.of(lines), StandardCharsets.ISO_8859_1);
    return MountTable.of(file);
  }

  private static String typeAt(MountTable table, String path) {
    return table.find(StorePath.of(path)).map(Mount::type).orElse("none");
  }

  @Test
  void readsEveryField() throws IOException {
    MountTable table =
        table(
            "36 35 98:0 /sub /mnt/x rw,noatime shared:1 master:2 - ext3 /dev/r rw,errors=continue");
    assertThat(table.find(StorePath.of("/mnt/x/file")))
        .contains(new Mount(36, StorePath.of("/mnt/x"), "ext3", "/dev/r", "rw,errors=continue"));
  }

  @Test
  void theLongestPrefixWinsAndEndsAtNames() throws IOException {
    MountTable table =
        table(
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / /mnt rw - ceph a rw",
            "3 2 0:3 / /mnt/in rw - lustre b rw");
    assertThat(typeAt(table, "/mnt")).isEqualTo("ceph");
    assertThat(typeAt(table, "/mnt/in/deep/er")).isEqualTo("lustre");
    assertThat(typeAt(table, "/mnt/inside")).isEqualTo("ceph");
    assertThat(typeAt(table, "/mntother")).isEqualTo("ext4");
    assertThat(typeAt(table, "/")).isEqualTo("ext4");
  }

  @Test
  void theLastMountOnAPointWins() throws IOException {
    MountTable table =
        table(
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / /mnt rw - ceph a rw",
            "3 2 0:3 / /mnt rw - lustre b rw",
            "4 3 0:4 / /mnt rw - nfs c rw");
    assertThat(typeAt(table, "/mnt/x")).isEqualTo("nfs");
    assertThat(table.mounts()).hasSize(2);
  }

  @Test
  void aMountHidesWhatWasMountedBelowItsPoint() throws IOException {
    MountTable table =
        table(
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / /a/b rw - ceph hidden rw",
            "3 1 0:3 / /a rw - nfs over rw",
            "4 3 0:4 / /a/c rw - lustre seen rw");
    assertThat(typeAt(table, "/a/b/x")).isEqualTo("nfs");
    assertThat(typeAt(table, "/a/c/x")).isEqualTo("lustre");
  }

  @Test
  void namesAreTakenBackFromTheirEscapes() throws IOException {
    MountTable table =
        table(
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / /a\\040b\\011c\\012d\\134e rw - fuse.x host:/v\\040w rw",
            "3 1 0:3 / /\u00FC rw - ceph invalid rw",
            "4 1 0:4 / /\u00C3\u00BC rw - nfs utf8 rw");
    assertThat(typeAt(table, "/a b\tc\nd\\e/f")).isEqualTo("fuse.x");
    assertThat(table.find(StorePath.of("/a b\tc\nd\\e")).orElseThrow().source())
        .isEqualTo("host:/v w");
    assertThat(table.find(StorePath.ofBytes(new byte[] {'/', (byte) 0xFC})).orElseThrow().type())
        .isEqualTo("ceph");
    assertThat(typeAt(table, "/ü")).isEqualTo("nfs");
  }

  @Test
  void linesWithoutSenseAndDeletedPointsAreLeftOut() throws IOException {
    MountTable table =
        table(
            "1 0 0:1 / / rw - ext4 root rw",
            "",
            "rubbish",
            "x 1 0:2 / /a rw - ceph a rw",
            "3 1 0:2 / relative rw - ceph a rw",
            "4 1 0:2 / /a rw",
            "5 1 0:2 / /gone//deleted rw - ceph a rw",
            "6 7 0:2 / /loop rw - ceph a rw",
            "7 6 0:2 / /loop/b rw - ceph a rw");
    assertThat(table.mounts()).hasSize(1);
    assertThat(typeAt(table, "/a")).isEqualTo("ext4");
  }

  @Test
  void aProcessWhoseRootIsNoMountSeesTheOthers() throws IOException {
    MountTable table = table("40 39 0:2 / /data rw - ceph a rw");
    assertThat(typeAt(table, "/data/x")).isEqualTo("ceph");
    assertThat(typeAt(table, "/other")).isEqualTo("none");
  }

  @Test
  void aMountThatComesAndGoesIsNoticed() throws IOException {
    MountTable table = table("1 0 0:1 / / rw - ext4 root rw");
    table("1 0 0:1 / / rw - ext4 root rw", "2 1 0:2 / /mnt rw - ceph a rw");
    table.refresh();
    assertThat(typeAt(table, "/mnt")).isEqualTo("ceph");
    table("1 0 0:1 / / rw - ext4 root rw");
    table.refresh();
    assertThat(typeAt(table, "/mnt")).isEqualTo("ext4");
  }

  @Test
  void linksOfWhatIsThereAreFollowed() throws IOException {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Path link = Files.createSymbolicLink(directory.resolve("local"), shared);
    MountTable table =
        table(
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / " + shared.toRealPath() + " rw - ceph a rw");

    assertThat(typeAt(table, link.toString())).isEqualTo("ext4");
    assertThat(table.findReal(link)).map(Mount::type).contains("ceph");
    assertThat(table.findReal(shared.resolve("not there"))).map(Mount::type).contains("ceph");
    assertThat(table.findReal(link.resolve("not there"))).map(Mount::type).contains("ext4");
  }

  @Test
  void withoutATableEverythingIsOneMountOfUnknownType() {
    MountTable table = MountTable.of(directory.resolve("missing"));
    assertThat(typeAt(table, "/any/where")).isEqualTo("unknown");
  }

  @Test
  void theSystemsOwnTableKnowsTheRoot() {
    assertThat(MountTable.ofSystem().find(StorePath.ROOT)).isPresent();
  }
}
