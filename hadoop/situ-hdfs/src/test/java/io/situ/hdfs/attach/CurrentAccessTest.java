// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.HdfsUsers;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.SkippedObject;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may do what in HDFS is what the store says now, never more. */
@Tag("hadoop-3.4-long")
class CurrentAccessTest extends LinkedClusterFixture {

  private final HdfsUsers users = new HdfsUsers(linked);
  private final List<SkippedObject> leftOut = new ArrayList<>();

  private static Path object(String name) {
    return linked.home().resolve(name);
  }

  private static void mode(String name, String mode) throws IOException {
    Files.setPosixFilePermissions(object(name), PosixFilePermissions.fromString(mode));
  }

  private static List<StoreObject> objects(String root) throws IOException {
    return LinkedCluster.objects(linked.cluster().getConfiguration(0), root);
  }

  private AttachSummary attach(String root, List<StoreObject> objects, String target)
      throws IOException {
    try (Attacher attacher = new Attacher(linked.hdfs(), leftOut::add)) {
      return attacher.attach(
          LinkedCluster.tree(root), objects.iterator(), new org.apache.hadoop.fs.Path(target));
    }
  }

  @Test
  void theStickyBitIsKept() throws Exception {
    linked.write("on1/sticky/file", 10);
    mode("on1/sticky", "rwxrwxrwx");
    Files.setAttribute(object("on1/sticky"), "unix:mode", 01777);
    linked.attach("/on1/sticky", "/sticky");
    assertThat(users.mode("/sticky")).isEqualTo(01777);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/sticky/file");

    assertThatThrownBy(() -> users.as("daemon", hdfs -> hdfs.delete(file, false)))
        .isInstanceOf(AccessControlException.class);

    Files.setAttribute(object("on1/sticky"), "unix:mode", 0777);
    linked.attach("/on1/sticky", "/sticky");
    assertThat(users.mode("/sticky")).isEqualTo(0777);
    Files.setAttribute(object("on1/sticky"), "unix:mode", 01777);
    linked.attach("/on1/sticky", "/sticky");
    assertThat(users.mode("/sticky")).isEqualTo(01777);
  }

  @Test
  void anInventoryDoesNotSayWhoMay() throws Exception {
    linked.write("on1/stale/file", 10);
    linked.write("on1/stale/dir/file", 10);
    mode("on1/stale/file", "rw-r--r--");
    mode("on1/stale/dir", "rwxr-xr-x");
    List<StoreObject> old = objects("/on1/stale");
    mode("on1/stale/file", "rw-------");
    mode("on1/stale/dir", "rwx------");

    attach("/on1/stale", old, "/stale");

    assertThat(users.mode("/stale/file")).isEqualTo(0400);
    assertThat(users.mode("/stale/dir")).isEqualTo(0700);
    attach("/on1/stale", old, "/stale");
    assertThat(users.mode("/stale/file")).isEqualTo(0400);
  }

  /** A scan that was led through a link, as its inventory reports it. */
  @Test
  void whatIsBehindALinkNowIsLeftOut() throws Exception {
    linked.write("on1/swap/bob/secret", 10);
    linked.write("on1/swap/alice/sub/secret", 10);
    mode("on1/swap/bob", "rwx------");
    Files.delete(object("on1/swap/alice/sub/secret"));
    Files.delete(object("on1/swap/alice/sub"));
    Files.createSymbolicLink(object("on1/swap/alice/sub"), Path.of("../bob"));
    List<StoreObject> objects = new ArrayList<>(objects("/on1/swap"));
    for (StoreObject object : List.copyOf(objects)) {
      String path = object.path().toString();
      if (path.startsWith("/on1/swap/bob")) {
        objects.add(
            object.withPath(
                io.situ.storage.StorePath.of(
                    path.replace("/on1/swap/bob", "/on1/swap/alice/sub"))));
      }
    }
    objects.removeIf(object -> object.kind() == StoreObject.Kind.SYMLINK);

    AttachSummary summary = attach("/on1/swap", objects, "/swap");

    assertThat(summary.files()).isEqualTo(1);
    assertThat(leftOut)
        .extracting(SkippedObject::path)
        .contains("/on1/swap/alice/sub", "/on1/swap/alice/sub/secret");
    assertThat(linked.names("/swap/alice")).isEmpty();
  }

  @Test
  void rowsOutsideTheRootAreRefused() throws Exception {
    linked.write("on1/inside/file", 10);
    linked.write("on1/outside/file", 10);
    List<StoreObject> objects = new ArrayList<>(objects("/on1/inside"));
    objects.addAll(objects("/on1/outside"));

    assertThatThrownBy(() -> attach("/on1/inside", objects, "/inside"))
        .hasMessageContaining("is not below '/on1/inside'");
    assertThat(linked.names("/")).doesNotContain("inside");
  }

  @Test
  void timesThatHdfsCannotHaveAreTranslatedOnce() throws Exception {
    linked.write("on1/times/old", 10);
    linked.write("on1/times/late", 10);
    Files.setLastModifiedTime(object("on1/times/old"), FileTime.fromMillis(-86_400_000_000L));
    Files.setLastModifiedTime(object("on1/times/late"), FileTime.fromMillis(12_000_000_000_000L));
    linked.attach("/on1/times", "/times");

    assertThat(linked.attach("/on1/times", "/times").get(Count.UNCHANGED)).isEqualTo(2);
    assertThat(
            linked
                .hdfs()
                .getFileStatus(new org.apache.hadoop.fs.Path("/times/old"))
                .getModificationTime())
        .isZero();
  }

  /** Where a user exchanges a directory of another's, nothing of the other's goes into it. */
  @Test
  void whatOnlyADirectoryKeepsPrivateStaysPrivate() throws Exception {
    linked.write("on1/held/alice/sub/secret", 10);
    mode("on1/held/alice", "rwxrwxrwx");
    mode("on1/held/alice/sub", "rwx------");
    linked.attach("/on1/held", "/held");
    users.as(
        "daemon",
        hdfs -> {
          org.apache.hadoop.fs.Path sub = new org.apache.hadoop.fs.Path("/held/alice/sub");
          hdfs.rename(sub, new org.apache.hadoop.fs.Path("/held/alice/away"));
          hdfs.mkdirs(sub);
          hdfs.setPermission(sub, new org.apache.hadoop.fs.permission.FsPermission(0777));
          return null;
        });
    linked.write("on1/held/alice/sub/secret", 11);
    AttachedTree tree = LinkedCluster.tree("/on1/held");
    List<StoreObject> files = objects("/on1/held").stream().filter(StoreObject::isFile).toList();
    try (Attacher attacher = new Attacher(linked.hdfs(), leftOut::add)) {
      attacher.attach(tree, files.iterator(), new org.apache.hadoop.fs.Path("/held"));
    }

    assertThat(users.mode("/held/alice/sub")).isEqualTo(0700);
    assertThatThrownBy(() -> users.read("daemon", "/held/alice/sub/secret"))
        .isInstanceOf(AccessControlException.class);
  }
}
