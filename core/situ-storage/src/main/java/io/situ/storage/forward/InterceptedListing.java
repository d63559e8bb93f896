// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;

record InterceptedListing(InterceptingStore store, StorePath directory, Listing listing)
    implements Listing {

  @Override
  public StoreObject next() throws StoreException {
    return store.around(StoreOperation.of(StoreOperation.Kind.LIST_NEXT, directory), listing::next);
  }

  @Override
  public void close() {
    listing.close();
  }
}
