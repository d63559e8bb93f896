// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.cephfs.client.FakeCephFs;
import io.situ.driver.ceph.cephfs.libcephfs.InMemoryStore;
import io.situ.driver.ceph.cephfs.libcephfs.LibCephFsStore;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** Without a mount, where libcephfs is replaced by a file system in memory. */
class CephStoreInMemoryContractTest extends StoreContract {

  private final FakeCephFs files = new FakeCephFs();

  @Override
  protected Store newStore() throws Exception {
    LibCephFsStore store = InMemoryStore.open(files);
    return new CephStore(store, store::xattr, Optional.empty());
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) {
    files.makeFifo(path.parent().orElseThrow().name(), path.name());
    return true;
  }

  @AfterEach
  void nothingIsHeld() {
    assertThat(files.held()).isZero();
  }
}
