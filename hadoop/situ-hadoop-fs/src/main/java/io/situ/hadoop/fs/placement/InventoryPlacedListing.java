// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A listing whose files get their placement many at a time. */
final class InventoryPlacedListing implements Listing {

  private static final int BATCH = 1000;

  private final Listing listing;
  private final BlockLocations locations;
  private final Deque<StoreObject> ready = new ArrayDeque<>();

  InventoryPlacedListing(Listing listing, BlockLocations locations) {
    this.listing = listing;
    this.locations = locations;
  }

  @Override
  public StoreObject next() throws StoreException {
    if (ready.isEmpty()) {
      List<StoreObject> batch = new ArrayList<>();
      StoreObject object = listing.next();
      while (object != null) {
        batch.add(object);
        object = batch.size() < BATCH ? listing.next() : null;
      }
      ready.addAll(locations.place(batch));
    }
    return ready.poll();
  }

  @Override
  public void close() {
    ready.clear();
    listing.close();
  }
}
