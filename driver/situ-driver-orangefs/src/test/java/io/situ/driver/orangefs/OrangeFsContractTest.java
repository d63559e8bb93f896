// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Store;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** What OrangeFS promises through {@code pvfs2fuse}, on the file system that is here. */
@Tag("long")
final class OrangeFsContractTest extends StoreContract {

  @TempDir Path base;

  @Override
  protected Store newStore() throws Exception {
    StoreConfig config = new StoreConfig("s", Map.of("root", base.toString()));
    MountedStore mounted =
        MountedStore.open(
            config,
            "orangefs",
            store -> Placement.NONE,
            mount -> OrangeFsProvider.quirks(true, false));
    return new OrangeFsStore(mounted, OptionalLong.empty());
  }
}
