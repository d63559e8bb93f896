// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract through the driver as it is found, with a host map. */
final class PosixContractTest extends StoreContract {

  @TempDir Path base;

  @Override
  protected Store newStore() throws Exception {
    Path map = Files.writeString(base.resolve("map"), "/\tone,two\t/rack\t/bricks\n");
    Map<String, String> values =
        Map.of("driver", "posix", "root", base.toString(), "placement.file", map.toString());
    return StoreRegistry.of(getClass().getClassLoader()).open(new StoreConfig("s", values));
  }

  @Override
  protected StorePath testRoot() {
    return StorePath.ROOT;
  }

  @Test
  void theStoreSaysWhatItIs() throws Exception {
    try (Store store = newStore()) {
      assertThat(store.info().name()).isEqualTo("s");
      assertThat(store.info().driver()).isEqualTo("posix");
      assertThat(store.info().root()).isEqualTo(base.toRealPath().toString());
    }
  }
}
