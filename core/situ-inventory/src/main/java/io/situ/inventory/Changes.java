package io.situ.inventory;

import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a store says has changed below a directory.
 *
 * @param paths to look at again, in path order; true for one with everything below it
 * @param cursor to go on from next time
 */
record Changes(Map<StorePath, Boolean> paths, String cursor) {

  /** With more changes than this a walk is as fast, and takes no memory. */
  private static final int MAX = 200_000;

  /**
   * Reads a feed.
   *
   * @param before what was there when the feed stood at the snapshot's cursor
   * @return empty if the feed does not reach back that far, or names too much or the root
   */
  static Optional<Changes> since(
      Store store, String cursor, Snapshot before, ScanOptions.Progress progress)
      throws IOException {
    StorePath root = before.manifest().origin().root();
    TreeMap<StorePath, Boolean> paths = new TreeMap<>();
    List<StorePath> listed = new ArrayList<>();
    String next;
    try (ChangeFeed feed = store.changes(root, cursor)) {
      for (ChangeFeed.Change change = feed.next(); change != null; change = feed.next()) {
        if (change.scope() == Scope.ENTRIES && change.path().startsWith(root)) {
          listed.add(change.path());
        }
        if (!add(paths, root, change) || listed.size() > MAX) {
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
    for (StorePath directory : listed) {
      new ChangedEntries(store, before, directory).addTo(paths);
      if (paths.size() > MAX) {
        return Optional.empty();
      }
    }
    return Optional.of(new Changes(paths, next));
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
