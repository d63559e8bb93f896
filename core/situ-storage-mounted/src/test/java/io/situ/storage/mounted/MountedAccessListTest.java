// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.situ.storage.Store;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.acl.AccessList;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.mounted.namespace.FileSystemType;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MountedAccessListTest {

  /** Its files keep no extended attributes of any name. */
  private static final Path PROC = Path.of("/proc/self");

  @TempDir Path root;

  private static MountedStoreOptions type(String name) {
    return new MountedStoreOptions(Optional.of(new FileSystemType(name)), false, Optional.empty());
  }

  @Test
  void aListIsFoundByName() throws Exception {
    Files.createFile(root.resolve("f"));
    PosixAcl list =
        new PosixAcl(
            List.of(
                new PosixAcl.Entry(PosixAcl.Tag.OWNER, 6),
                new PosixAcl.Entry(PosixAcl.Tag.USER, 4, 4242),
                new PosixAcl.Entry(PosixAcl.Tag.OWNING_GROUP, 0),
                new PosixAcl.Entry(PosixAcl.Tag.MASK, 4),
                new PosixAcl.Entry(PosixAcl.Tag.OTHER, 0)));
    try (Store store = MountedStoreTest.open(root)) {
      assertThat(store.accessList(path("/f"))).isEqualTo(AccessList.NONE);
      try {
        store.setXattr(path("/f"), PosixAcl.ACCESS, ByteBuffer.wrap(list.bytes()), XattrMode.SET);
      } catch (StoreException e) {
        assumeFalse(e.kind() == Kind.INVALID_ARGUMENT, "no access lists on " + root);
        throw e;
      }
      AccessList found = store.accessList(path("/f"));
      assertThat(found.known()).isTrue();
      assertThat(PosixAcl.parse(found.access().orElseThrow())).isEqualTo(list);
      assertThat(found.certainMode(0640)).isEqualTo(0640);
    }
  }

  @Test
  void aListIsThatOfTheObjectThatWasDescribed() throws Exception {
    Files.createDirectory(root.resolve("d"));
    Files.createFile(root.resolve("d/f"));
    try (Store store = MountedStoreTest.open(root)) {
      StoreObject described = store.statBelow(path("/"), path("/d/f"));
      assertThat(store.accessListBelow(path("/"), described)).isEqualTo(AccessList.NONE);

      Files.move(root.resolve("d"), root.resolve("aside"));
      Files.createDirectory(root.resolve("other"));
      Files.createFile(root.resolve("other/f"));
      Files.createSymbolicLink(root.resolve("d"), Path.of("other"));
      assertChanged(() -> store.accessListBelow(path("/"), described));

      Files.delete(root.resolve("d"));
      Files.move(root.resolve("other"), root.resolve("d"));
      assertChanged(() -> store.accessListBelow(path("/"), described));
    }
  }

  private static void assertChanged(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CHANGED));
  }

  @Test
  void whereNothingCanBeAskedOnlyTheOwnersBitsAreSure() throws Exception {
    for (String type : List.of("nfs4", "cifs", "gpfs", "fuse.glusterfs", "never-heard-of")) {
      try (Store store = MountedStoreTest.open(PROC, type(type))) {
        AccessList list = store.accessList(path("/status"));
        assertThat(list.known()).as(type).isFalse();
        assertThat(list.certainMode(01775)).isEqualTo(01700);
      }
    }
  }

  @Test
  void whereTheKernelDecidesByTheModeThereIsNone() throws Exception {
    for (String type : List.of("ext4", "xfs", "tmpfs", "vfat", "ceph", "lustre")) {
      try (Store store = MountedStoreTest.open(PROC, type(type))) {
        assertThat(store.accessList(path("/status"))).as(type).isEqualTo(AccessList.NONE);
      }
    }
  }
}
