// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** What is not Lustre's own, on the file system that is here. */
@Tag("long")
final class LustreContractTest extends StoreContract {

  @TempDir Path base;

  @Override
  protected Store newStore() throws Exception {
    Map<String, String> values = Map.of("driver", "lustre", "root", base.toString());
    return StoreRegistry.of(getClass().getClassLoader()).open(new StoreConfig("s", values));
  }

  @Override
  protected StorePath testRoot() {
    return StorePath.ROOT;
  }
}
