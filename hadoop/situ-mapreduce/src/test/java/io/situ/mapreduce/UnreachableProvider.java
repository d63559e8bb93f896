// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.driver.posix.PosixProvider;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.util.List;

/** A directory that is out of reach from the first attribute on that is to be set. */
public final class UnreachableProvider implements StoreProvider {

  static final String DRIVER = "unreachable";

  @Override
  public String driver() {
    return DRIVER;
  }

  @Override
  public int score(Mount mount) {
    return 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(StoreConfig.ROOT);
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    return new UnreachableStore(new PosixProvider().open(config));
  }

  private static final class UnreachableStore extends InterceptingStore {

    private volatile boolean away;

    UnreachableStore(Store store) {
      super(store);
    }

    @Override
    protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
      away |= operation.kind() == StoreOperation.Kind.SET_XATTR;
      if (away) {
        throw new StoreException(
            StoreException.Kind.UNAVAILABLE, operation.path(), "its server does not answer");
      }
      return call.run();
    }
  }
}
