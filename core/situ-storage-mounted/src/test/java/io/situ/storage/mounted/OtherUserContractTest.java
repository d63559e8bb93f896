// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.listing.StatThreads;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract as a user whom permissions bind. */
final class OtherUserContractTest extends StoreContract {

  @TempDir Path root;

  @BeforeEach
  void becomeOtherUser() throws Exception {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
    OtherUser.become();
  }

  @AfterEach
  void becomeRoot() {
    OtherUser.becomeRoot();
  }

  @Override
  protected Store newStore() throws Exception {
    StatThreads none = new StatThreads(0, 1);
    return MountedStoreTest.open(
        root, new MountedStoreOptions(Optional.empty(), false, Optional.of(none)));
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    return SpecialFiles.fifo(store, path);
  }

  @Test
  void anAttributeThatMayNotBeReadIsNotMissing() throws Exception {
    becomeRoot();
    StorePath closed = StorePath.of("/closed");
    try (MountedStore store = (MountedStore) newStore()) {
      store.mkdir(closed, 0711);
      store.setXattr(closed, "user.k", ByteBuffer.wrap(new byte[1]), XattrMode.SET);
      becomeOtherUser();

      for (String name : List.of("user.k", "user.none")) {
        assertThatThrownBy(() -> store.xattr(closed, name))
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED));
      }
      assertThat(store.xattrs(closed)).isEmpty();
      store.mkdir(StorePath.of("/own"), 0755);
      assertThatThrownBy(() -> store.xattr(StorePath.of("/own"), "user.none"))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_ATTRIBUTE));
    }
  }
}
