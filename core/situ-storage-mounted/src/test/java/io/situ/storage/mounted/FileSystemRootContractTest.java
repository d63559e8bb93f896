// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract where the root is {@code /} and nothing is outside of it. */
final class FileSystemRootContractTest extends StoreContract {

  @TempDir Path directory;

  @Override
  protected Store newStore() throws Exception {
    return MountedStoreTest.open(Path.of("/"));
  }

  @Override
  protected StorePath testRoot() {
    return StorePath.of(directory.toString());
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    return SpecialFiles.fifo(store, path);
  }
}
