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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The entries of one directory that came, went or changed since a snapshot.
 *
 * @param most entries that are held in memory
 */
record DirectoryDelta(Store store, Snapshot before, StorePath directory, int most) {

  /** What one directory alone may fail by. */
  private static final Set<StoreException.Kind> UNREAD =
      EnumSet.of(StoreException.Kind.PERMISSION_DENIED, StoreException.Kind.FAILED);

  /**
   * Adds them; true for one with everything below it. Of a directory that cannot be listed, or has
   * so many entries that a walk takes less memory, that is the directory itself, and nothing below
   * is taken for gone.
   *
   * @return whether that is so little that it is worth to go on
   * @throws StoreException where the snapshot's own directory cannot be listed, or the store fails
   *     for all
   */
  boolean addTo(Map<StorePath, Boolean> paths) throws IOException {
    Map<StorePath, StoreObject> gone = new HashMap<>();
    long added = 0;
    try (Rows rows = before.list(directory)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        gone.put(row.object().path(), row.object().withExtents(List.of()));
        if (gone.size() > most) {
          return addWhole(paths);
        }
      }
    }
    Listing.Options options =
        Listing.Options.FLAT.withScan().withoutLinksBelow(before.manifest().origin().root());
    try (Listing listing = store.list(directory, options)) {
      for (StoreObject now = listing.next(); now != null; now = listing.next()) {
        StoreObject old = gone.remove(now.path());
        if (old == null || !EditPlanner.unchanged(old, now) || !before.isSettled(old)) {
          paths.merge(now.path(), old != null && isOther(old, now), Boolean::logicalOr);
          added++;
          if (added > most) {
            return addWhole(paths);
          }
        }
      }
    } catch (StoreException e) {
      if (UNREAD.contains(e.kind()) && !isRoot()) {
        return addWhole(paths);
      }
      if (!e.isNotFound() && e.kind() != StoreException.Kind.CHANGED) {
        throw e;
      }
    }
    gone.keySet().forEach(path -> paths.putIfAbsent(path, false));
    return true;
  }

  private boolean addWhole(Map<StorePath, Boolean> paths) {
    if (!isRoot()) {
      paths.put(directory, true);
    }
    return !isRoot();
  }

  private boolean isRoot() {
    return directory.equals(before.manifest().origin().root());
  }

  /** Whether a directory took the place of another. */
  private static boolean isOther(StoreObject old, StoreObject now) {
    return now.isDirectory()
        && old.isDirectory()
        && old.version().identity() != now.version().identity();
  }
}
