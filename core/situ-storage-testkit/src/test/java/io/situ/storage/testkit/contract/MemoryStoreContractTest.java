// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The reference with every capability, used by a user whom permissions bind. */
class MemoryStoreContractTest extends StoreContract {

  private final List<MemoryStore> opened = new ArrayList<>();

  @Override
  protected Store newStore() {
    MemoryStore store = new MemoryStore(new MemorySettings().withUser("alice", "users"));
    opened.add(store);
    return store;
  }

  @AfterEach
  void nothingIsLeftOpen() {
    for (MemoryStore store : opened) {
      assertThat(store.openHandles()).isEmpty();
    }
  }
}
