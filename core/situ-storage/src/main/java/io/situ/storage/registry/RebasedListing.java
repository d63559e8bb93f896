// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;

/** A listing of {@code real} shown as one of {@code shown}. */
record RebasedListing(Listing listing, StorePath real, StorePath shown) implements Listing {

  @Override
  public StoreObject next() throws StoreException {
    StoreObject object = listing.next();
    return object == null
        ? null
        : object.withPath(object.path().relativeTo(real).prefixedBy(shown));
  }

  @Override
  public void close() {
    listing.close();
  }
}
