// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.AttachedTrees;
import io.situ.hdfs.cluster.HdfsUsers;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Nothing that an ordinary user of HDFS or of the store does makes Situ show what they may not. */
@Tag("hadoop-3.4-long")
class ForgedMarksTest extends LinkedClusterFixture {

  private static final String OLD = "user.situ.object";
  private static final String SECRET = "the secret of bob";

  private HdfsUsers users;
  private String name;
  private String tree;

  @BeforeEach
  void attach(TestInfo test) throws IOException {
    users = new HdfsUsers(linked);
    name = test.getTestMethod().orElseThrow().getName();
    tree = "/" + name;
    write("bob/secret.txt", SECRET);
    write("alice/own.txt", "of alice");
    mode("bob", "rwx------");
    mode("alice", "rwxrwxrwx");
    linked.attach("/on1/" + name, tree);
  }

  private Path object(String place) {
    return linked.home().resolve("on1/" + name + "/" + place);
  }

  private void write(String place, String text) throws IOException {
    Files.createDirectories(object(place).getParent());
    Files.writeString(object(place), text);
    mode(place, "rw-r--r--");
  }

  private void mode(String place, String mode) throws IOException {
    Files.setPosixFilePermissions(object(place), PosixFilePermissions.fromString(mode));
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private AttachSummary repair(String target) throws IOException {
    try (HdfsAttachService attachService = linked.attachService(target)) {
      return attachService.repair();
    }
  }

  private List<BrokenFile> verify() throws IOException {
    List<BrokenFile> broken = new ArrayList<>();
    try (HdfsAttachService attachService = linked.attachService(tree)) {
      attachService.verify(broken::add, KnownChecksums.NONE);
    }
    return broken;
  }

  /** What the older Situ wrote on a file that it made of an object of that length. */
  private byte[] oldMark(String object, int length) {
    return ("1\tdata\t" + length + "\t0\t0\t0\t" + length + "\t" + object).getBytes(UTF_8);
  }

  @Test
  void repairServesNoObjectThatAUserNames() throws Exception {
    users.write("daemon", tree + "/alice/x", "bait");
    users.mark("daemon", tree + "/alice/x", OLD, oldMark("/on1/" + name + "/bob/secret.txt", 4));
    users.write("daemon", tree + "/alice/y", "bait");
    users.mark("daemon", tree + "/alice/y", OLD, oldMark("/on1/outside", 4));
    linked.write("on1/outside", 30);

    assertThat(repair(tree).get(Count.UNCHANGED)).isEqualTo(2);
    linked.attach("/on1/" + name, tree);

    assertThat(users.read("daemon", tree + "/alice/x")).isEqualTo("bait");
    assertThat(users.read("daemon", tree + "/alice/y")).isEqualTo("bait");
    assertThat(users.owner(tree + "/alice/x")).isEqualTo("daemon");
  }

  @Test
  void usersSetNoMarkThatCounts() throws Exception {
    byte[] mark = linked.hdfs().getXAttr(path(tree + "/alice/own.txt"), "trusted.situ.object");
    users.write("daemon", tree + "/alice/x", "of alice");

    assertThatThrownBy(() -> users.mark("daemon", tree + "/alice/x", "trusted.situ.object", mark))
        .isInstanceOf(AccessControlException.class);
  }

  @Test
  void repairFollowsNoLinkOfTheStore() throws Exception {
    Files.delete(object("alice/own.txt"));
    Files.createSymbolicLink(object("alice/own.txt"), Path.of("../bob/secret.txt"));

    assertThat(repair(tree).get(Count.VANISHED)).isEqualTo(1);

    assertThatThrownBy(() -> users.read("daemon", tree + "/alice/own.txt"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void repairFollowsNoLinkOnTheWay() throws Exception {
    write("alice/sub/secret.txt", "public");
    linked.attach("/on1/" + name, tree);
    Files.delete(object("alice/sub/secret.txt"));
    Files.delete(object("alice/sub"));
    Files.createSymbolicLink(object("alice/sub"), Path.of("../bob"));

    assertThat(repair(tree).get(Count.VANISHED)).isEqualTo(1);
    assertThat(repair(tree + "/alice/sub").get(Count.VANISHED)).isEqualTo(1);
    assertThat(repair(tree + "/alice/sub/secret.txt").get(Count.VANISHED)).isEqualTo(1);

    assertThatThrownBy(() -> users.read("daemon", tree + "/alice/sub/secret.txt"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whatADirectoryKeepsPrivateStaysPrivateInARepair() throws Exception {
    linked.hdfs().setPermission(path(tree + "/bob"), new FsPermission(0777));

    repair(tree + "/bob/secret.txt");

    assertThat(users.mode(tree + "/bob")).isEqualTo(0700);
    assertThatThrownBy(() -> users.read("daemon", tree + "/bob/secret.txt"))
        .isInstanceOf(AccessControlException.class);
  }

  @Test
  void whatUsersMovedIsNotRepaired() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    hdfs.rename(path(tree + "/bob/secret.txt"), path(tree + "/moved"), Options.Rename.NONE);
    hdfs.setPermission(path(tree + "/moved"), new FsPermission(0400));
    write("bob/secret.txt", "another secret");

    repair(tree);

    assertThat(users.mode(tree + "/moved")).isEqualTo(0400);
    assertThatThrownBy(() -> linked.read(tree + "/moved")).isInstanceOf(IOException.class);
  }

  /** Foreign bytes under the name, length and copied marks of an attached file. */
  @Test
  void foreignContentIsFound() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    org.apache.hadoop.fs.Path file = path(tree + "/alice/own.txt");
    byte[] trusted = hdfs.getXAttr(file, "trusted.situ.object");
    users.as("daemon", mine -> mine.delete(file, false));
    users.write("daemon", tree + "/alice/own.txt", "of daemo");
    users.mark("daemon", file.toString(), OLD, oldMark("/on1/" + name + "/alice/own.txt", 8));
    assertForeign();

    hdfs.setXAttr(file, "trusted.situ.object", trusted);
    assertForeign();
  }

  private void assertForeign() throws Exception {
    assertThat(verify())
        .extracting(BrokenFile::path, BrokenFile::kind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(tree + "/alice/own.txt", BrokenFile.Kind.FOREIGN));
    assertThat(repair(tree).get(Count.KEPT)).isEqualTo(1);
    assertThat(linked.attach("/on1/" + name, tree).get(Count.KEPT)).isEqualTo(1);
    assertThat(users.owner(tree + "/alice/own.txt")).isEqualTo("daemon");
    assertThat(linked.read(tree + "/alice/own.txt")).isEqualTo("of daemo".getBytes(UTF_8));
  }

  @Test
  void whatWasWrittenToTheSameLengthIsFound() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    org.apache.hadoop.fs.Path file = path(tree + "/alice/own.txt");
    hdfs.setStoragePolicy(file, "HOT");
    hdfs.truncate(file, 0);
    try (var out = hdfs.append(file)) {
      out.write("of daemo".getBytes(UTF_8));
    }

    assertThat(verify()).extracting(BrokenFile::kind).containsExactly(BrokenFile.Kind.FOREIGN);
    assertThat(linked.attach("/on1/" + name, tree).get(Count.KEPT)).isEqualTo(1);
  }

  @Test
  void junkStopsNothing() throws Exception {
    for (String junk : List.of("junk", "1\tdata\t4\t0\t0\t0\t4\tno/path", "")) {
      users.write("daemon", tree + "/alice/junk" + junk.length(), "bait");
      users.mark("daemon", tree + "/alice/junk" + junk.length(), OLD, junk.getBytes(UTF_8));
      users.mark("daemon", tree + "/alice", "user.situ.tree", junk.getBytes(UTF_8));
    }
    linked
        .hdfs()
        .setXAttr(path(tree + "/alice/junk4"), "trusted.situ.object", "junk".getBytes(UTF_8));

    try (HdfsAttachService attachService = linked.attachService(tree)) {
      assertThat(attachService.status().ordinary()).isEqualTo(3);
      assertThat(verify()).isEmpty();
      assertThat(attachService.repair().get(Count.UNCHANGED)).isEqualTo(2);
      assertThat(linked.attach("/on1/" + name, tree).get(Count.UNCHANGED)).isEqualTo(2);
      assertThat(attachService.detach().files()).isEqualTo(2);
    }
  }

  private org.apache.hadoop.fs.Path openDirectory() throws IOException {
    org.apache.hadoop.fs.Path open = path("/open-" + name);
    linked.hdfs().mkdirs(open);
    linked.hdfs().setPermission(open, new FsPermission(0777));
    return open;
  }

  /** Hidden directories that others made under the names that an attach would take. */
  @Test
  void plantedHiddenDirectoriesAreNotUsed() throws Exception {
    org.apache.hadoop.fs.Path open = openDirectory();
    byte[] mark = ("2\t1\t\tdata\tthe store of tests\t/on1/" + name).getBytes(UTF_8);
    for (int i = 1; i < 4; i++) {
      String planted = open + "/.situ-attach-" + i + "-data";
      users.write("daemon", planted + "/alice/own.txt", "of daemo");
      users.write("daemon", planted + "/tree/alice/own.txt", "of daemo");
      users.mark("daemon", planted, "user.situ.tree", mark);
    }

    AttachSummary summary = linked.attach("/on1/" + name, open + "/data");

    assertThat(summary.get(Count.RESUMED)).isZero();
    assertThat(linked.read(open + "/data/alice/own.txt")).isEqualTo("of alice".getBytes(UTF_8));
    assertThat(linked.names(open.toString()))
        .containsExactlyInAnyOrder(
            "data", ".situ-attach-1-data", ".situ-attach-2-data", ".situ-attach-3-data");
  }

  /** A directory that a user renamed to such a name is not taken for what an attach has left. */
  @Test
  void whatOthersRenamedIsNotCleanedUp() throws Exception {
    org.apache.hadoop.fs.Path open = openDirectory();
    linked.attach("/on1/" + name, open + "/victim");
    users.as(
        "daemon", mine -> mine.rename(path(open + "/victim"), path(open + "/.situ-attach-7-data")));

    linked.attach("/on1/" + name, open + "/data");
    try (HdfsAttachService attachService = linked.attachService(open + "/data")) {
      attachService.detach();
    }

    assertThat(linked.names(open.toString())).containsExactly(".situ-attach-7-data");
    assertThat(linked.names(open + "/.situ-attach-7-data")).contains("alice", "bob");
  }

  @Test
  void onlyTheSuperuserSeesWhatIsAttached() throws Exception {
    try (HdfsAttachService attachService = users.as("daemon", mine -> linked.attachService(tree))) {
      assertThatThrownBy(attachService::status).hasMessageContaining("only the HDFS superuser");
      assertThatThrownBy(attachService::repair).hasMessageContaining("only the HDFS superuser");
      assertThatThrownBy(attachService::detach).hasMessageContaining("only the HDFS superuser");
      assertThatThrownBy(attachService::snapshot).hasMessageContaining("only the HDFS superuser");
      assertThatThrownBy(() -> attachService.verify(broken -> {}, KnownChecksums.NONE))
          .hasMessageContaining("only the HDFS superuser");
    }
  }

  /** A tree of an older Situ, whose marks any user could have set. */
  @Test
  void aTreeOfAnOlderSituIsAttachedAgain() throws Exception {
    asOld("/alice/own.txt");
    asOld("/bob/secret.txt");
    linked
        .hdfs()
        .setXAttr(
            path(tree), "user.situ.tree", linked.hdfs().getXAttr(path(tree), "trusted.situ.tree"));
    linked.hdfs().removeXAttr(path(tree), "trusted.situ.tree");
    users.write("daemon", tree + "/alice/x", "bait");
    users.mark("daemon", tree + "/alice/x", OLD, oldMark("/on1/" + name + "/bob/secret.txt", 4));
    List<Long> blocks = linked.blocks(tree + "/alice/own.txt");

    assertThatThrownBy(() -> repair(tree)).hasMessageContaining("by an older version of Situ");
    AttachSummary summary = linked.attach("/on1/" + name, tree);

    assertThat(summary.get(Count.CHANGED)).isEqualTo(2);
    assertThat(linked.blocks(tree + "/alice/own.txt")).doesNotContainAnyElementsOf(blocks);
    assertThat(users.read("daemon", tree + "/alice/x")).isEqualTo("bait");
    assertThat(linked.hdfs().getXAttrs(path(tree))).doesNotContainKey("user.situ.tree");
    assertThat(linked.attach("/on1/" + name, tree).get(Count.UNCHANGED)).isEqualTo(2);
    assertThat(repair(tree).get(Count.UNCHANGED)).isEqualTo(2);
  }

  private void asOld(String place) throws IOException {
    DistributedFileSystem hdfs = linked.hdfs();
    org.apache.hadoop.fs.Path file = path(tree + place);
    byte[] object = AttachedTrees.object(hdfs.getXAttr(file, AttachedTrees.MARK));
    hdfs.removeXAttr(file, AttachedTrees.MARK);
    hdfs.setXAttr(file, OLD, object, java.util.EnumSet.of(XAttrSetFlag.CREATE));
  }
}
