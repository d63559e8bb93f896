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
import io.situ.storage.util.Trees;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Access lists, where the mount keeps them and where it does not. */
final class LabAccess {

  private static final StorePath FILE = StorePath.of("/f");
  private static final int SOMEBODY = 12_345;

  private static final PosixAcl LIST =
      new PosixAcl(
          List.of(
              new Entry(Tag.OWNER, 6),
              new Entry(Tag.USER, 4, SOMEBODY),
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
    Path mount = Lab.mountWithLists();
    Path file = file(mount, "lists");
    try (Store store = Lab.openMounted(file.getParent())) {
      set(store, LIST);
      assertThat(PosixAcl.parse(store.xattrs(FILE).get(PosixAcl.ACCESS))).isEqualTo(LIST);
      assertThat(store.stat(FILE, true).attributes().mode()).isEqualTo(0640);
      assertThat(readAs(SOMEBODY, file)).isEqualTo("text");
      refused(SOMEBODY + 1, file);

      set(
          store,
          new PosixAcl(
              List.of(
                  new Entry(Tag.OWNER, 6),
                  new Entry(Tag.OWNING_GROUP, 0),
                  new Entry(Tag.OTHER, 0))));
      assertThat(store.xattrs(FILE)).doesNotContainKey(PosixAcl.ACCESS);
      refused(SOMEBODY, file);
    }
  }

  private static void set(Store store, PosixAcl list) throws Exception {
    store.setXattr(FILE, PosixAcl.ACCESS, ByteBuffer.wrap(list.bytes()), XattrMode.SET);
  }

  /** The path to the mount is not for everybody, but from its directory on. */
  private static String readAs(int user, Path file) {
    return Lab.run(
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
    file(Lab.MOUNT, "mountless-lists");
    String told = Files.readString(Lab.CLUSTER.plan().conf());
    Path conf = Lab.HERE.resolve("lists.conf");
    Files.writeString(conf, told + "\n[client]\nclient_acl_type = posix_acl\n");
    try (Store store = Lab.openMountless("mountless-lists", "conf", conf.toString())) {
      set(store, LIST);
      assertThat(PosixAcl.parse(store.xattrs(FILE).get(PosixAcl.ACCESS))).isEqualTo(LIST);
      assertThat(store.stat(FILE, true).attributes().mode()).isEqualTo(0640);
    }
  }

  @Test
  void aMountWithoutListsSaysSo() throws Exception {
    Path file = file(Lab.MOUNT, "no-lists");
    try (Store store = Lab.openMounted(file.getParent())) {
      assertThatThrownBy(() -> set(store, LIST))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isIn(Kind.UNSUPPORTED, Kind.INVALID_ARGUMENT));
      assertThat(Trees.readAll(store, FILE, 100)).isEqualTo("text".getBytes());
    }
  }
}
