// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.acl.PosixAcl.Entry;
import io.situ.storage.acl.PosixAcl.Tag;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Access lists, where the mount keeps them and where it does not. */
final class CephClusterAccess {

  private static final StorePath FILE = StorePath.of("/f");
  private static final int OTHER_UID = 12_345;

  private static final PosixAcl LIST =
      new PosixAcl(
          List.of(
              new Entry(Tag.OWNER, 6),
              new Entry(Tag.USER, 4, OTHER_UID),
              new Entry(Tag.OWNING_GROUP, 0),
              new Entry(Tag.MASK, 4),
              new Entry(Tag.OTHER, 0)));

  private static Path file(Path mount, String directory) throws Exception {
    Path file = Files.createDirectories(mount.resolve(directory)).resolve("f");
    Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(file, "text");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  @Test
  void aListIsKeptAndDecides() throws Exception {
    Path mount = CephTestCluster.mountWithLists();
    Path file = file(mount, "lists");
    try (Store store = CephTestCluster.openMounted(file.getParent())) {
      set(store, LIST);
      assertThat(PosixAcl.parse(store.xattrs(FILE).get(PosixAcl.ACCESS))).isEqualTo(LIST);
      assertThat(store.stat(FILE, true).attributes().mode()).isEqualTo(0640);
      assertThat(readAs(OTHER_UID, file)).isEqualTo("text");
      refused(OTHER_UID + 1, file);

      set(
          store,
          new PosixAcl(
              List.of(
                  new Entry(Tag.OWNER, 6),
                  new Entry(Tag.OWNING_GROUP, 0),
                  new Entry(Tag.OTHER, 0))));
      assertThat(store.xattrs(FILE)).doesNotContainKey(PosixAcl.ACCESS);
      refused(OTHER_UID, file);
    }
  }

  private static void set(Store store, PosixAcl list) throws Exception {
    store.setXattr(FILE, PosixAcl.ACCESS, ByteBuffer.wrap(list.bytes()), XattrMode.SET);
  }

  /** The path to the mount is not for everybody, but from its directory on. */
  private static String readAs(int user, Path file) {
    return CephTestCluster.run(
        "env",
        "--chdir=" + file.getParent(),
        "setpriv",
        "--reuid=" + user,
        "--regid=" + user,
        "--clear-groups",
        "cat",
        file.getFileName().toString());
  }

  private static void refused(int user, Path file) {
    assertThatThrownBy(() -> readAs(user, file)).hasMessageContaining("Permission denied");
  }

  @Test
  void aListIsKeptWithoutAMount() throws Exception {
    file(CephTestCluster.mount(), "mountless-lists");
    String reported = Files.readString(CephTestCluster.CLUSTER.plan().conf());
    Path conf = CephTestCluster.HERE.resolve("lists.conf");
    Files.writeString(conf, reported + "\n[client]\nclient_acl_type = posix_acl\n");
    try (Store store = CephTestCluster.openMountless("mountless-lists", "conf", conf.toString())) {
      set(store, LIST);
      assertThat(PosixAcl.parse(store.xattrs(FILE).get(PosixAcl.ACCESS))).isEqualTo(LIST);
      assertThat(store.stat(FILE, true).attributes().mode()).isEqualTo(0640);
    }
  }

  @Test
  void aMountWithoutListsSaysSo() throws Exception {
    Path file = file(CephTestCluster.mount(), "no-lists");
    try (Store store = CephTestCluster.openMounted(file.getParent())) {
      assertThatThrownBy(() -> set(store, LIST))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isIn(Kind.UNSUPPORTED, Kind.INVALID_ARGUMENT));
      assertThat(StoreFiles.readAll(store, FILE, 100)).isEqualTo("text".getBytes());
    }
  }
}
