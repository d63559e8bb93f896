// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.driver.posix.PosixProvider;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.NamedDriver;

/** A directory that is out of reach from the first attribute on that is to be set. */
public final class UnreachableProvider extends NamedDriver {

  static final String DRIVER = "unreachable";

  /** Called by the registry. */
  public UnreachableProvider() {
    super(DRIVER);
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
