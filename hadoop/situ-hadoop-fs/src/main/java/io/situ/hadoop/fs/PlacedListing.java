// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;

/** A listing with placement, also of files that have too many extents to be listed with them. */
final class PlacedListing implements Listing {

  private final Listing listing;
  private final Locations locations;

  PlacedListing(Listing listing, Locations locations) {
    this.listing = listing;
    this.locations = locations;
  }

  @Override
  public StoreObject next() throws StoreException {
    StoreObject object = listing.next();
    return object == null ? null : locations.complete(object);
  }

  @Override
  public void close() {
    listing.close();
  }
}
