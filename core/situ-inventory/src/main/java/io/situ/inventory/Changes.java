package io.situ.inventory;

import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
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
   * @return empty if the feed does not reach back that far, or names too much or the root
   */
  static Optional<Changes> since(Store store, StorePath root, String cursor) throws StoreException {
    TreeMap<StorePath, Boolean> paths = new TreeMap<>();
    try (ChangeFeed feed = store.changes(root, cursor)) {
      for (ChangeFeed.Change change = feed.next(); change != null; change = feed.next()) {
        if (!add(paths, root, change)) {
          return Optional.empty();
        }
      }
      return Optional.of(new Changes(paths, feed.cursor()));
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.EXPIRED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** An entry that comes or goes changes its directory's times: that is looked at again too. */
  private static boolean add(
      Map<StorePath, Boolean> paths, StorePath root, ChangeFeed.Change change) {
    StorePath path = change.path();
    if (path.equals(root) || root.startsWith(path)) {
      paths.putIfAbsent(root, false);
      return !change.deep();
    }
    if (path.startsWith(root)) {
      paths.merge(path, change.deep(), Boolean::logicalOr);
      path.parent().ifPresent(parent -> paths.putIfAbsent(parent, false));
    }
    return paths.size() <= MAX;
  }
}
