// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;

/** A store that reports its objects otherwise than they are. Thread-safe as the store is. */
public abstract class MappedStore extends ForwardingStore {

  protected MappedStore(Store store) {
    super(store);
  }

  /** Returns what is reported of an object. */
  protected abstract StoreObject map(StoreObject object);

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return map(super.stat(path, followLink));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return map(super.statBelow(top, path));
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    Listing listing = super.list(directory, options);
    return new Listing() {
      @Override
      public StoreObject next() throws StoreException {
        StoreObject object = listing.next();
        return object == null ? null : map(object);
      }

      @Override
      public void close() {
        listing.close();
      }
    };
  }
}
