// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.forward.ForwardingReadHandle;

/** A handle whose store stays open until it is closed. Thread-safe. */
final class UsingReadHandle extends ForwardingReadHandle {

  private final LazyStores.Use store;

  /**
   * @param store closed after the handle
   */
  UsingReadHandle(ReadHandle handle, LazyStores.Use store) {
    super(handle);
    this.store = store;
  }

  @Override
  public void close() throws StoreException {
    try (store) {
      super.close();
    }
  }
}
