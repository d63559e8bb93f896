// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.CursorFeed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what changed by entering only directories at or below which something did. A mark shows
 * that something changed in a directory and not what, so each is named with its entries. A
 * directory that cannot be asked or listed is named with all that is below it. It ends well only if
 * all bricks are there at its end: those that are left show older marks.
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

  /** What one directory alone may fail by. */
  private static final Set<Kind> UNREAD = EnumSet.of(Kind.PERMISSION_DENIED, Kind.FAILED);

  private final Place place;
  private final Optional<StorePath> top;
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
    this.top = directory;
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
      Optional<Scope> scope = enter(directory);
      if (scope.isPresent()) {
        return new Change(directory, scope.get());
      }
    }
    if (top.isPresent()) {
      place.marker().requireAll(top.get());
    }
    return null;
  }

  /**
   * What changed there; empty for nothing. What is gone is reported by the directory that it was
   * in.
   */
  private Optional<Scope> enter(StorePath directory) throws StoreException {
    try {
      if (place.changed(directory) < since) {
        return Optional.empty();
      }
      try (Listing listing = place.store().list(directory, this.listing)) {
        for (StoreObject entry = listing.next(); entry != null; entry = listing.next()) {
          if (entry.isDirectory()) {
            pending.push(entry.path());
          }
        }
      }
      return Optional.of(Scope.ENTRIES);
    } catch (StoreException e) {
      if (e.isNotFound() || e.kind() == Kind.CHANGED) {
        return Optional.empty();
      }
      if (top.equals(Optional.of(directory)) || !UNREAD.contains(e.kind())) {
        throw e;
      }
      return Optional.of(Scope.TREE);
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
