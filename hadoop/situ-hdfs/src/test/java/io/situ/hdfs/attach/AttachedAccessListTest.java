// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.cluster.ChangesSinceSnapshot;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No user reads through HDFS what an access list of the store denies. */
@Tag("hadoop-3.4-long")
class AttachedAccessListTest extends LinkedClusterFixture {

  private static final String ACCESS = "system.posix_acl_access";
  private static final String DEFAULT = "system.posix_acl_default";

  private static final int OWNER = 0x01;
  private static final int USER = 0x02;
  private static final int OWNING_GROUP = 0x04;
  private static final int MASK = 0x10;
  private static final int OTHER = 0x20;

  /** On every Linux. */
  private static final int DAEMON = 1;

  private static final int BIN = 2;

  private static final int OTHER_USER = -1;

  /** A user in a list, and what it may. */
  private record Named(int user, int bits) {}

  @Test
  void aNamedUserMayAndTheGroupMayNot() throws Exception {
    byte[] bytes = linked.write("on1/named/object", 1000);
    list(linked, "/on1/named/object", ACCESS, 6, new Named(DAEMON, 6), 0, 6, 0);

    linked.attach("/on1/named", "/named");

    assertThat(mode("/named/object")).isEqualTo("rw-rw----");
    assertThat(permission("/named/object")).isEqualTo("r--r-----");
    assertThat(read(linked, "daemon", "nobody", "/named/object")).isEqualTo(bytes);
    assertDenied("bin", "nobody", "/named/object");
    assertDenied(
        "bin",
        Files.getAttribute(object("on1/named/object"), "posix:group").toString(),
        "/named/object");
    assertThat(linked.attach("/on1/named", "/named").get(Count.UNCHANGED)).isEqualTo(1);
  }

  @Test
  void aNamedUserMayNotAndOthersMay() throws Exception {
    byte[] bytes = linked.write("on1/denied/object", 1000);
    list(linked, "/on1/denied/object", ACCESS, 6, new Named(BIN, 0), 4, 4, 4);

    linked.attach("/on1/denied", "/denied");

    assertThat(read(linked, "daemon", "nobody", "/denied/object")).isEqualTo(bytes);
    assertDenied("bin", "nobody", "/denied/object");
  }

  @Test
  void aListThatComesOrGoesIsFollowed() throws Exception {
    byte[] bytes = linked.write("on1/later/object", 1000);
    Path object = object("on1/later/object");
    Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-------"));
    linked.attach("/on1/later", "/later");
    assertDenied("daemon", "nobody", "/later/object");
    list(linked, "/on1/later/object", ACCESS, 6, new Named(DAEMON, 4), 0, 4, 0);

    assertThat(linked.attach("/on1/later", "/later").get(Count.REPAIRED)).isEqualTo(1);
    assertThat(read(linked, "daemon", "nobody", "/later/object")).isEqualTo(bytes);

    try (Store store = store(linked)) {
      StorePath path = StorePath.of("/on1/later/object");
      store.removeXattr(path, ACCESS);
    }
    Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-------"));
    assertThat(linked.attach("/on1/later", "/later").get(Count.REPAIRED)).isEqualTo(1);
    assertDenied("daemon", "nobody", "/later/object");
    assertThat(status("/later/object").getEntries()).isEmpty();
  }

  @Test
  void aListThatComesIsFollowedWhereOnlyDifferencesAreLookedAt() throws Exception {
    linked.write("on1/differs/object", 1000);
    AttachedTree tree = LinkedCluster.tree("/on1/differs");
    org.apache.hadoop.fs.Path differs = new org.apache.hadoop.fs.Path("/differs");
    try (Attacher attacher = new Attacher(linked.hdfs())) {
      List<StoreObject> objects = LinkedCluster.objects(conf(), "/on1/differs");
      attacher.attach(tree.of("1@0"), objects.iterator(), differs);
      list(linked, "/on1/differs/object", ACCESS, 6, new Named(BIN, 0), 4, 4, 4);
      List<StoreObject> changed = LinkedCluster.objects(conf(), "/on1/differs");
      changed.removeIf(object -> object.isDirectory() || objects.contains(object));
      assertThat(changed).hasSize(1);

      attacher.update(tree.of("2@0"), new ChangesSinceSnapshot("1@0", changed, List.of()), differs);
    }

    assertDenied("bin", "nobody", "/differs/object");
    assertThat(read(linked, "daemon", "nobody", "/differs/object")).hasSize(1000);
  }

  @Test
  void whatADirectoryGivesToNewFilesIsNotGivenToOldOnes() throws Exception {
    linked.write("on1/gives/deep/object", 1000);
    Path object = object("on1/gives/deep/object");
    Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-------"));
    list(linked, "/on1/gives", DEFAULT, 7, new Named(DAEMON, 5), 5, 5, 5);

    linked.attach("/on1/gives", "/gives");

    List<AclEntry> entries = status("/gives").getEntries();
    assertThat(entries).allMatch(entry -> entry.getScope() == AclEntryScope.DEFAULT);
    assertThat(entries).anyMatch(entry -> "daemon".equals(entry.getName()));
    assertThat(status("/gives/deep").getEntries()).isEmpty();
    assertThat(status("/gives/deep/object").getEntries()).isEmpty();
    assertDenied("daemon", "nobody", "/gives/deep/object");
  }

  @Test
  void withoutListsInHdfsOnlyThoseMayWhomNoListDenies(@TempDir Path own) throws Exception {
    Map<String, String> off = Map.of("dfs.namenode.acls.enabled", "false");
    try (LinkedCluster without = new LinkedCluster(own, off)) {
      without.write("on1/off/object", 1000);
      list(without, "/on1/off/object", ACCESS, 6, new Named(BIN, 0), 0, 4, 4);

      without.attach("/on1/off", "/off");

      assertThatThrownBy(() -> read(without, "bin", "nobody", "/off/object"))
          .isInstanceOf(AccessControlException.class);
      assertThat(without.attach("/on1/off", "/off").files()).isEqualTo(1);
    }
  }

  /** Gives a list of five entries, in the order in which {@code getfacl} reports them. */
  private static void list(
      LinkedCluster cluster,
      String path,
      String name,
      int owner,
      Named user,
      int group,
      int mask,
      int other)
      throws IOException {
    ByteBuffer list = ByteBuffer.allocate(4 + 8 * 5).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    put(list, OWNER, owner, OTHER_USER);
    put(list, USER, user.bits(), user.user());
    put(list, OWNING_GROUP, group, OTHER_USER);
    put(list, MASK, mask, OTHER_USER);
    put(list, OTHER, other, OTHER_USER);
    try (Store store = store(cluster)) {
      store.setXattr(StorePath.of(path), name, list.flip(), Store.XattrMode.SET);
    } catch (StoreException e) {
      abort("this file system has no access lists: " + e.getMessage());
    }
  }

  private static void put(ByteBuffer list, int tag, int bits, int id) {
    list.putShort((short) tag).putShort((short) bits).putInt(id);
  }

  private static Configuration conf() {
    return linked.cluster().getConfiguration(0);
  }

  private static Store store(LinkedCluster cluster) throws IOException {
    return SituStores.open("data", cluster.cluster().getConfiguration(0));
  }

  private static Path object(String name) {
    return linked.home().resolve(name);
  }

  private static String mode(String file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(object("on1" + file)));
  }

  private static String permission(String file) throws IOException {
    return linked
        .hdfs()
        .getFileStatus(new org.apache.hadoop.fs.Path(file))
        .getPermission()
        .toString();
  }

  private static AclStatus status(String file) throws IOException {
    return linked.hdfs().getAclStatus(new org.apache.hadoop.fs.Path(file));
  }

  private static void assertDenied(String user, String group, String file) {
    assertThatThrownBy(() -> read(linked, user, group, file))
        .isInstanceOf(AccessControlException.class);
  }

  private static byte[] read(LinkedCluster cluster, String user, String group, String file)
      throws Exception {
    Configuration conf = cluster.cluster().getConfiguration(0);
    PrivilegedExceptionAction<byte[]> reading =
        () -> {
          try (FileSystem hdfs = FileSystem.newInstance(conf);
              InputStream in = hdfs.open(new org.apache.hadoop.fs.Path(file))) {
            return in.readAllBytes();
          }
        };
    return UserGroupInformation.createUserForTesting(user, new String[] {group}).doAs(reading);
  }
}
