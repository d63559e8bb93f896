// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

record InterceptedSnapshot(InterceptingStore store, Store.Snapshot snapshot)
    implements Store.Snapshot {

  @Override
  public StorePath path() {
    return snapshot.path();
  }

  @Override
  public void close() throws StoreException {
    store.run(
        StoreOperation.of(StoreOperation.Kind.SNAPSHOT_CLOSE, snapshot.path()), snapshot::close);
  }
}
