// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.driver.posix.PosixProvider;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.fault.NamedDriver;

/**
 * The driver {@code denied}: a mounted file system of which directories named {@code shut}, and
 * what is below them, may not be looked at, not even by root.
 */
public final class DeniedProvider extends NamedDriver {

  /** Called by the registry. */
  public DeniedProvider() {
    super("denied");
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    return new ForwardingStore(new PosixProvider().open(config)) {
      @Override
      public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
        if ((path + "/").contains("/shut/")) {
          throw new StoreException(
              StoreException.Kind.PERMISSION_DENIED, path, "may not be looked at");
        }
        return super.statBelow(top, path);
      }
    };
  }
}
