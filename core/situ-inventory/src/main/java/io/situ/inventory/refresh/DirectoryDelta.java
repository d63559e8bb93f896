// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.Rows;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.walk.SortedListing;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The entries of one directory that came, went or changed since a snapshot. Memory grows with these
 * alone: entries are compared in the order of their keys, and sorted on disk.
 *
 * @param working where a listing is sorted that is too large for memory
 * @param most entries that are held in memory, and that may differ
 */
record DirectoryDelta(Store store, Snapshot before, StorePath directory, Path working, int most) {

  /** What one directory alone may fail by. */
  private static final Set<StoreException.Kind> UNREAD =
      EnumSet.of(StoreException.Kind.PERMISSION_DENIED, StoreException.Kind.FAILED);

  /**
   * Adds them; true for one with everything below it. Of a directory that cannot be listed, that
   * goes meanwhile, or of which so much differs that a walk takes less memory, that is the
   * directory itself, and nothing below is taken for gone.
   *
   * @return whether that is so little that it is worth to go on
   * @throws StoreException where the snapshot's own directory cannot be listed, or the store fails
   *     for all
   */
  boolean addTo(Map<StorePath, Boolean> paths) throws IOException {
    Listing.Options options =
        Listing.Options.FLAT.withScan().withoutLinksBelow(before.manifest().origin().root());
    Map<StorePath, Boolean> found = new HashMap<>();
    try (SortedListing listing = SortedListing.of(store, directory, options, working, most);
        Rows rows = before.list(directory)) {
      Row old = rows.next();
      StoreObject now = listing.next();
      while (old != null || now != null) {
        int order = order(old, now);
        if (order < 0) {
          found.putIfAbsent(old.object().path(), false);
        } else if (order > 0) {
          found.putIfAbsent(now.path(), false);
        } else if (!EditPlanner.unchanged(old.object(), now) || !before.isSettled(old.object())) {
          found.put(now.path(), isOther(old.object(), now));
        }
        if (found.size() > most) {
          return addWhole(paths);
        }
        old = order <= 0 ? rows.next() : old;
        now = order >= 0 ? listing.next() : now;
      }
    } catch (StoreException e) {
      boolean gone = e.isNotFound() || e.kind() == StoreException.Kind.CHANGED;
      if (gone || UNREAD.contains(e.kind()) && !isRoot()) {
        return addWhole(paths);
      }
      throw e;
    }
    found.forEach((path, deep) -> paths.merge(path, deep, Boolean::logicalOr));
    return true;
  }

  /** Negative for a row without an entry, positive for an entry without a row. */
  private static int order(Row old, StoreObject now) {
    if (old == null || now == null) {
      return old == null ? 1 : -1;
    }
    return SortKeys.compare(SortKeys.of(old.object()), SortKeys.of(now));
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
