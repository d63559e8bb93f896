// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** The contract where there are neither hard links nor inode numbers that identify a file. */
public final class PlaceholderRenameContractTest extends StoreContract {

  public static final Quirks QUIRKS =
      new Quirks(
          Set.of(
              Capability.APPEND,
              Capability.HARD_LINKS,
              Capability.STABLE_IDENTITY,
              Capability.TIMES),
          true,
          true);

  @TempDir Path root;

  @Override
  protected Store newStore() throws Exception {
    return MountedStoreTest.open(root, MountedStoreOptions.NONE.withQuirks(mount -> QUIRKS));
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    return SpecialFiles.fifo(store, path);
  }
}
