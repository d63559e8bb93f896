// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.Rows;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The entries of one directory that came, went or changed since a snapshot. */
record DirectoryDelta(Store store, Snapshot before, StorePath directory) {

  /** Adds them; true for one with everything below it. */
  void addTo(Map<StorePath, Boolean> paths) throws IOException {
    Map<StorePath, StoreObject> gone = new HashMap<>();
    try (Rows rows = before.list(directory)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        gone.put(row.object().path(), row.object());
      }
    }
    Listing.Options options =
        Listing.Options.FLAT.withScan().withoutLinksBelow(before.manifest().origin().root());
    try (Listing listing = store.list(directory, options)) {
      for (StoreObject now = listing.next(); now != null; now = listing.next()) {
        StoreObject old = gone.remove(now.path());
        if (old == null || !EditPlanner.unchanged(old, now) || !before.isSettled(old)) {
          paths.merge(now.path(), old != null && isOther(old, now), Boolean::logicalOr);
        }
      }
    } catch (StoreException e) {
      if (!e.isNotFound() && e.kind() != StoreException.Kind.CHANGED) {
        throw e;
      }
    }
    gone.keySet().forEach(path -> paths.putIfAbsent(path, false));
  }

  /** Whether a directory took the place of another. */
  private static boolean isOther(StoreObject old, StoreObject now) {
    return now.isDirectory()
        && old.isDirectory()
        && old.version().identity() != now.version().identity();
  }
}
