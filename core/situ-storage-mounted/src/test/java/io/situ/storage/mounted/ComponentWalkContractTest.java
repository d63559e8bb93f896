// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.namespace.FileSystemType;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** The contract where the kernel has no {@code openat2} and no {@code RENAME_NOREPLACE}. */
final class ComponentWalkContractTest extends StoreContract {

  @TempDir Path root;

  @Override
  protected Store newStore() throws Exception {
    FileSystemType unknown = new FileSystemType("unknown");
    return MountedStoreTest.open(
        root, new MountedStoreOptions(Optional.of(unknown), true, Optional.empty()));
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    return SpecialFiles.fifo(store, path);
  }
}
