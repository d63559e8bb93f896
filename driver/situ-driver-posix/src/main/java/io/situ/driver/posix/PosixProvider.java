package io.situ.driver.posix;

import io.situ.storage.Mount;
import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreProvider;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.util.List;

/** Any mounted file system. */
public final class PosixProvider implements StoreProvider {

  @Override
  public String driver() {
    return "posix";
  }

  @Override
  public int fit(Mount mount) {
    return 1;
  }

  @Override
  public List<StoreConfig.Key> keys() {
    return List.of(StoreConfig.ROOT);
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    return MountedStore.open(config, driver(), Placement.NONE);
  }
}
