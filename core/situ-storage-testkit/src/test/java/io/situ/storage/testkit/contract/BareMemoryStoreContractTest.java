// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;

/** A store that can do nothing beyond the least. */
class BareMemoryStoreContractTest extends StoreContract {

  @Override
  protected Store newStore() throws Exception {
    Store store = new MemoryStore(new MemorySettings().without(Capability.values()));
    store.mkdir(testRoot(), 0755);
    return store;
  }

  @Override
  protected StorePath testRoot() {
    return StorePath.of("/some where");
  }
}
