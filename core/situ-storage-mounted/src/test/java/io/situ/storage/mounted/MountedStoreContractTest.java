// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class MountedStoreContractTest extends StoreContract {

  @TempDir Path root;

  @Override
  protected Store newStore() throws Exception {
    return MountedStoreTest.open(root);
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    return SpecialFiles.fifo(store, path);
  }
}
