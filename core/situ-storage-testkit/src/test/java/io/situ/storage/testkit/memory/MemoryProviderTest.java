// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.util.StoreFiles;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryProviderTest {

  private static final String NAME = "memory-provider-test";

  private final StoreRegistry finder = StoreRegistry.of(getClass().getClassLoader());

  @AfterEach
  void forget() {
    MemoryProvider.forget(NAME);
  }

  private Store open(Map<String, String> values) throws StoreException {
    return finder.open(new StoreConfig(NAME, values));
  }

  @Test
  void aStoreIsSharedByItsName() throws StoreException {
    StorePath path = StorePath.of("/d");
    try (Store store = open(Map.of("driver", "memory"))) {
      store.mkdir(path, 0755);
    }
    try (Store store = open(Map.of("driver", "memory"))) {
      assertThat(store.info().name()).isEqualTo(NAME);
      assertThat(StoreFiles.find(store, path)).isPresent();
    }
    assertThat(StoreFiles.find(MemoryProvider.store(NAME), path)).isPresent();
    MemoryProvider.forget(NAME);
    try (Store store = open(Map.of("driver", "memory"))) {
      assertThat(StoreFiles.find(store, path)).isEmpty();
    }
  }

  @Test
  void aStoreIsMadeAsConfigured() throws StoreException {
    Map<String, String> values =
        Map.of("driver", "memory", "without", "APPEND, XATTRS", "user", "alice", "root", "/x");
    try (Store store = open(values)) {
      assertThat(store.can(Capability.APPEND, StorePath.ROOT)).isFalse();
      assertThat(store.can(Capability.XATTRS, StorePath.ROOT)).isFalse();
      assertThat(store.can(Capability.TRUNCATE, StorePath.ROOT)).isTrue();
      assertThat(store.info().root()).isEqualTo("/x");
      assertThat(store.stat(StorePath.ROOT, true).attributes().owner()).isEqualTo("alice");
    }
  }

  @Test
  void aSenselessValueIsReportedInOneSentence() {
    assertThatThrownBy(() -> open(Map.of("driver", "memory", "without", "FLYING")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(NAME)
        .hasMessageContaining("FLYING");
  }
}
