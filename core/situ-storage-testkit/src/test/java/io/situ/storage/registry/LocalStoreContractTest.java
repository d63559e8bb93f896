// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import io.situ.storage.testkit.contract.StoreContract;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** The store over all mounts keeps the contract in a mount that has a driver of its own. */
class LocalStoreContractTest extends StoreContract {

  private static final StorePath MOUNT = StorePath.of("/mnt/own");

  @TempDir private Path directory;

  /** A driver whose stores are memory stores. */
  private record Driver(String driver, String type, int made) implements StoreProvider {
    @Override
    public int score(Mount mount) {
      return mount.type().startsWith(type) ? made : 0;
    }

    @Override
    public List<ConfigKey<?>> keys() {
      return List.of(StoreConfig.ROOT);
    }

    @Override
    public Store open(StoreConfig config) throws StoreException {
      StorePath root = config.get(StoreConfig.ROOT);
      MemoryStore store =
          new MemoryStore(
              new MemorySettings().withUser("alice", "users").withRoot(root.toString()));
      StoreFiles.mkdirs(store, root.isRoot() ? MOUNT : testDirectory().relativeTo(MOUNT), 0755);
      return store;
    }
  }

  private static StorePath testDirectory() {
    return MOUNT.child("tests");
  }

  @Override
  protected Store newStore() throws Exception {
    Path mountinfo = directory.resolve("mountinfo");
    Files.write(
        mountinfo,
        List.of("1 0 0:1 / / rw - ext4 r rw", "2 1 0:2 / " + MOUNT + " rw - special s rw"));
    List<StoreProvider> drivers =
        List.of(new Driver("any", "", 1), new Driver("special", "special", 10));
    return new StoreRegistry(drivers, MountTable.of(mountinfo))
        .openLocal(new StoreConfig("", Map.of()));
  }

  @Override
  protected StorePath testRoot() {
    return testDirectory();
  }
}
