// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.util.Optional;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.junit.jupiter.api.Test;

class PathCapabilitiesTest {

  private static Optional<Boolean> etags(Capability... missing) throws StoreException {
    try (Store store = new MemoryStore(new MemorySettings().without(missing))) {
      return new PathCapabilities(store, StorePath.ROOT)
          .has(CommonPathCapabilities.ETAGS_AVAILABLE);
    }
  }

  @Test
  void etagsAreOfferedOnlyWhereVersionsAreDistinct() throws StoreException {
    assertThat(etags()).contains(true);
    assertThat(etags(Capability.DISTINCT_VERSIONS)).contains(false);
  }
}
