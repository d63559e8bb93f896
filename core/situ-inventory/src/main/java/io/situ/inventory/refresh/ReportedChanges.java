// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a store says has changed below a directory.
 *
 * @param paths to look at again, in path order; true for one with everything below it
 * @param cursor to go on from next time
 */
record ReportedChanges(Map<StorePath, Boolean> paths, String cursor) {

  /** With more changes than this a walk is as fast, and takes no memory. */
  private static final int MAX = 200_000;

  /** A directory of which more entries differ is walked, which takes no memory for each. */
  private static final int MAX_ENTRIES = 100_000;

  /**
   * Reads a feed.
   *
   * @param before what was there when the feed stood at the snapshot's cursor
   * @param working where large directories are sorted
   * @return empty if the feed does not reach back that far, or names too much or the root
   */
  static Optional<ReportedChanges> since(
      Store store, String cursor, Snapshot before, Path working, ScanOptions.Progress progress)
      throws IOException {
    StorePath root = before.manifest().origin().root();
    Collector collector = new Collector(root, before);
    String next;
    try (ChangeFeed feed = store.changes(root, cursor)) {
      for (ChangeFeed.Change change = feed.next(); change != null; change = feed.next()) {
        if (!collector.accept(change)) {
          return Optional.empty();
        }
      }
      next = feed.cursor();
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.EXPIRED) {
        progress.feedExpired(e.reason());
        return Optional.empty();
      }
      throw e;
    }
    for (StorePath path : before.manifest().unread().paths()) {
      collector.paths.merge(path, true, Boolean::logicalOr);
    }
    if (!collector.place()) {
      return Optional.empty();
    }
    if (!collector.compareEntries(store, working)) {
      progress.feedExpired(
          "more entries have changed in directories that the change feed names than are looked at"
              + " one by one");
      return Optional.empty();
    }
    return Optional.of(new ReportedChanges(collector.paths, next));
  }

  /** Returns whether a path is one of those to look at, or lies in one with everything below it. */
  boolean covers(StorePath path) {
    if (paths.containsKey(path)) {
      return true;
    }
    for (Optional<StorePath> above = path.parent();
        above.isPresent();
        above = above.get().parent()) {
      if (paths.getOrDefault(above.get(), false)) {
        return true;
      }
    }
    return false;
  }

  /** What a feed has reported so far. Each member says whether it is still worth to go on. */
  private static final class Collector {
    private final StorePath root;
    private final Snapshot before;
    private final TreeMap<StorePath, Boolean> paths = new TreeMap<>();
    private final Set<StorePath> listed = new TreeSet<>();
    private final Map<Long, Set<ChangeFeed.Change>> unplaced = new HashMap<>();
    private int unplacedCount;

    Collector(StorePath root, Snapshot before) {
      this.root = root;
      this.before = before;
    }

    boolean accept(ChangeFeed.Change change) throws InventoryException {
      if (change.identity().isEmpty()) {
        return add(change);
      }
      Set<ChangeFeed.Change> same =
          unplaced.computeIfAbsent(change.identity().getAsLong(), any -> new HashSet<>());
      unplacedCount += same.add(change) ? 1 : 0;
      return unplacedCount < MAX || place();
    }

    private boolean add(ChangeFeed.Change change) {
      if (change.scope() == Scope.ENTRIES && change.path().startsWith(root)) {
        listed.add(change.path());
      }
      return ReportedChanges.add(paths, root, change) && listed.size() <= MAX;
    }

    /** Finds the places of what was reported by identities, most of which may be outside. */
    boolean place() throws InventoryException {
      for (InodeIndex.Found found : InodeIndex.find(before, unplaced.keySet())) {
        for (ChangeFeed.Change change : unplaced.get(found.identity())) {
          StorePath path = change.path().prefixedBy(found.path());
          if (!add(new ChangeFeed.Change(path, change.scope()))) {
            return false;
          }
        }
      }
      unplaced.clear();
      unplacedCount = 0;
      return true;
    }

    boolean compareEntries(Store store, Path working) throws IOException {
      for (StorePath directory : listed) {
        if (!new DirectoryDelta(store, before, directory, working, MAX_ENTRIES).addTo(paths)
            || paths.size() > MAX) {
          return false;
        }
      }
      return true;
    }
  }

  /** An entry that comes or goes changes its directory's times: that is looked at again too. */
  private static boolean add(
      Map<StorePath, Boolean> paths, StorePath root, ChangeFeed.Change change) {
    StorePath path = change.path();
    if (path.equals(root)) {
      paths.putIfAbsent(root, false);
      return change.scope() != Scope.TREE;
    }
    if (root.startsWith(path)) {
      paths.putIfAbsent(root, false);
      return change.scope() == Scope.OBJECT;
    }
    if (path.startsWith(root)) {
      paths.merge(path, change.scope() == Scope.TREE, Boolean::logicalOr);
      path.parent().ifPresent(parent -> paths.putIfAbsent(parent, false));
    }
    return paths.size() <= MAX;
  }
}
