// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A store whose versions are times of whole seconds and sizes, as OrangeFS's are. */
class WholeSecondsContractTest extends StoreContract {

  private static final int TRIES = 100;

  @Override
  protected Store newStore() {
    return new MemoryStore(
        new MemorySettings().without(Capability.DISTINCT_VERSIONS, Capability.STABLE_IDENTITY));
  }

  private static StoreObject.Version written(Store store, String text) throws StoreException {
    StorePath path = StorePath.of("/file");
    StoreFiles.deleteTree(store, path);
    StoreFiles.writeAll(
        store,
        path,
        ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)),
        WriteHandle.Options.EXCLUSIVE);
    return store.stat(path, false).version();
  }

  /** Else this class would ask no more of a store than another one does. */
  @Test
  void suchAStoreTakesARewrittenFileForUnchanged() throws StoreException {
    boolean unchanged = false;
    try (Store store = newStore()) {
      for (int i = 0; i < TRIES && !unchanged; i++) {
        unchanged = written(store, "one").equals(written(store, "two"));
      }
      assertThat(unchanged).isTrue();
      assertThat(written(store, "one")).isNotEqualTo(written(store, "three"));
    }
  }
}
