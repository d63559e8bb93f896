// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.CursorFeed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Finds what changed by entering only directories at or below which something did. A mark shows
 * that something changed in a directory and not what, so each is named with its entries.
 */
final class XtimeChangeFeed extends CursorFeed {

  /**
   * Where a feed looks.
   *
   * @param prefix what precedes the store's paths in the volume
   */
  record Place(Store store, Xtime marker, Xtime.Origin origin, StorePath prefix) {

    long changed(StorePath path) throws StoreException {
      return marker.changed(origin, path.prefixedBy(prefix));
    }
  }

  private final Place place;
  private final long since;
  private final String cursor;
  private final Listing.Options listing;
  private final Deque<StorePath> pending = new ArrayDeque<>();

  /**
   * @param directory where to begin; empty for a feed without changes
   * @param since the earliest mark of interest, in microseconds
   */
  XtimeChangeFeed(Place place, Optional<StorePath> directory, long since, String cursor) {
    this.place = place;
    this.since = since;
    this.cursor = cursor;
    this.listing =
        directory.map(Listing.Options.FLAT::withoutLinksBelow).orElse(Listing.Options.FLAT);
    directory.ifPresent(pending::push);
  }

  @Override
  protected Change find() throws StoreException {
    while (!pending.isEmpty()) {
      StorePath directory = pending.pop();
      if (enter(directory)) {
        return new Change(directory, Scope.ENTRIES);
      }
    }
    return null;
  }

  /** Whether something changed there; what is gone is reported by the directory that it was in. */
  private boolean enter(StorePath directory) throws StoreException {
    try {
      if (place.changed(directory) < since) {
        return false;
      }
      try (Listing listing = place.store().list(directory, this.listing)) {
        for (StoreObject entry = listing.next(); entry != null; entry = listing.next()) {
          if (entry.isDirectory()) {
            pending.push(entry.path());
          }
        }
      }
      return true;
    } catch (StoreException e) {
      if (e.isNotFound() || e.kind() == StoreException.Kind.CHANGED) {
        return false;
      }
      throw e;
    }
  }

  @Override
  protected String cursorAtEnd() {
    return cursor;
  }

  @Override
  public void close() {
    pending.clear();
  }
}
