// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountInfo;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The roots, in the local store, of the stores that have a name: below them their settings hold for
 * plain paths too. Roots are compared by their text; links are not followed.
 */
final class NamedStoreRoots {

  private record Named(StoreConfig config, MountRoute route) {}

  private final StoreRegistry finder;
  private final Map<StorePath, Named> roots = new TreeMap<>();

  NamedStoreRoots(MountRouter routes, StoreRegistry finder, StoreConfig config) {
    this.finder = finder;
    List<StoreConfig> byName =
        config.stores().stream().sorted(Comparator.comparing(StoreConfig::name)).toList();
    for (StoreConfig store : byName) {
      finder
          .hostRoot(store)
          .ifPresent(root -> add(root, store.withNotices(config.notices()), routes));
    }
  }

  private void add(StorePath root, StoreConfig store, MountRouter routes) {
    Named other = roots.get(root);
    if (other != null) {
      store
          .notices()
          .note(
              "the stores '" + other.config.name() + "' and '" + store.name() + "' have one root",
              "plain paths below " + root + " take the settings of '" + other.config.name() + "'");
      return;
    }
    String failing =
        "the store '"
            + store.name()
            + "' cannot be opened, so its settings do not hold for plain paths below "
            + root;
    MountRoute route =
        new MountRoute(routes, root, () -> finder.open(store), failing, store.notices());
    roots.put(root, new Named(store, route));
  }

  Collection<StorePath> roots() {
    return roots.keySet();
  }

  /** Returns the route of the store whose root is at a path. */
  Optional<MountRoute> findRoute(StorePath path) {
    return Optional.ofNullable(roots.get(path)).map(Named::route);
  }

  /**
   * Whether a route is that of a store whose driver serves the ordinary mounts below it as well.
   */
  boolean servesMounts(MountRoute route, MountInfo mounts) {
    for (Map.Entry<StorePath, Named> each : roots.entrySet()) {
      if (each.getValue().route == route) {
        Mount mount = mounts.find(each.getKey()).orElse(StoreRegistry.ANY_MOUNT);
        return finder.isGeneric(each.getValue().config, mount);
      }
    }
    return false;
  }

  /** Closes what is open and says what failed so far. */
  StoreException close(StoreException earlier) {
    StoreException failure = earlier;
    for (Named each : roots.values()) {
      failure = each.route.close(failure);
    }
    return failure;
  }
}
