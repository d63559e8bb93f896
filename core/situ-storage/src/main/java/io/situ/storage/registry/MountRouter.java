// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountInfo;
import io.situ.storage.mount.MountTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Which store serves a path of the local store. Stores are opened when first asked for and stay
 * open until all are closed, for handles of an unmounted one may still be in use.
 */
final class MountRouter implements AutoCloseable {

  /**
   * Where another store than the one above begins.
   *
   * @param route empty for the generic store
   */
  private record Boundary(StorePath point, Optional<MountRoute> route, boolean automount) {}

  /** The borders of one state of the mount table, those further down first. */
  private record Boundaries(MountInfo mounts, List<Boundary> list) {

    Optional<Boundary> above(StorePath path) {
      for (Boundary border : list) {
        if (path.startsWith(border.point)) {
          return Optional.of(border);
        }
      }
      return Optional.empty();
    }
  }

  private final Store generic;
  private final StoreRegistry finder;
  private final StoreConfig config;
  private final ConcurrentMap<Mount, MountRoute> routes = new ConcurrentHashMap<>();
  private final NamedStoreRoots named;
  private volatile Boundaries borders = new Boundaries(null, List.of());
  private volatile Boundaries mountBorders = new Boundaries(null, List.of());
  private volatile boolean closed;

  MountRouter(Store generic, StoreRegistry finder, StoreConfig config) {
    this.generic = generic;
    this.finder = finder;
    this.config = config;
    this.named = new NamedStoreRoots(this, finder, config);
  }

  Store generic() {
    return generic;
  }

  /** The store that serves {@code path}, which it knows by this same path. */
  Store of(StorePath path) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    Optional<MountRoute> route = routeOf(path);
    return route.isEmpty() ? generic : route.get().store();
  }

  /** As {@link #of}, without regard to the roots of stores that have a name. */
  Store ofMount(StorePath path) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    Optional<MountRoute> route = mountBorders().above(path).flatMap(Boundary::route);
    return route.isEmpty() ? generic : route.get().store();
  }

  /** Whether the root of a store that has a name is at {@code path}. */
  boolean isNamedRoot(StorePath path) {
    return named.findRoute(path).isPresent();
  }

  /** As {@link #splitBelow}, without regard to the roots of stores that have a name. */
  boolean mountSplitBelow(StorePath directory) {
    Boundaries mounts = mountBorders();
    Optional<MountRoute> own = mounts.above(directory).flatMap(Boundary::route);
    return mounts.list.stream()
        .anyMatch(border -> isBelow(border.point, directory) && !border.route.equals(own));
  }

  private Boundaries mountBorders() {
    MountInfo mounts = finder.mounts().current();
    Boundaries known = mountBorders;
    if (known.mounts != mounts) {
      known = compile(mounts, false);
      mountBorders = known;
    }
    return known;
  }

  private Optional<MountRoute> routeOf(StorePath path) {
    Optional<Boundary> border = borders(finder.mounts().current()).above(path);
    if (border.isPresent() && border.get().automount) {
      border = borders(finder.mounts().currentAutomounts()).above(path);
    }
    return border.flatMap(Boundary::route);
  }

  /** Whether the generic store serves {@code path} in place of one that cannot be opened. */
  boolean isFailing(StorePath path) {
    return routeOf(path).filter(MountRoute::isFailing).isPresent();
  }

  /** Whether anything below {@code directory} is served by another store than itself. */
  boolean splitBelow(StorePath directory) {
    Optional<MountRoute> own = routeOf(directory);
    return borders(finder.mounts().current()).list.stream()
        .anyMatch(border -> isBelow(border.point, directory) && !border.route.equals(own));
  }

  /** The first mount of this moment that is at or below {@code path}. */
  Optional<StorePath> mountAtOrBelow(StorePath path) {
    return finder.mounts().mounts().stream()
        .map(Mount::point)
        .filter(point -> point.startsWith(path))
        .findFirst();
  }

  /** Whether {@code path} is where another store than its parent's begins. */
  boolean isBorder(StorePath path) {
    return borders(finder.mounts().current()).list.stream()
        .anyMatch(border -> border.point.equals(path));
  }

  /** Whether a mount below {@code directory} has a driver of its own. */
  boolean specificBelow(StorePath directory) {
    return borders(finder.mounts().current()).list.stream()
        .anyMatch(border -> border.route.isPresent() && isBelow(border.point, directory));
  }

  private static boolean isBelow(StorePath path, StorePath directory) {
    return path.startsWith(directory) && !path.equals(directory);
  }

  /** Whether any mount of this moment has a driver of its own. */
  boolean anySpecific() {
    return borders(finder.mounts().current()).list.stream()
        .anyMatch(border -> border.route.isPresent());
  }

  private Boundaries borders(MountInfo mounts) {
    Boundaries known = borders;
    if (known.mounts != mounts) {
      known = compile(mounts, true);
      borders = known;
    }
    return known;
  }

  private Boundaries compile(MountInfo mounts, boolean withNamed) {
    SortedMap<StorePath, Optional<Mount>> points = new TreeMap<>();
    if (withNamed) {
      named.roots().forEach(root -> points.put(root, Optional.empty()));
    }
    mounts.mounts().forEach(mount -> points.put(mount.point(), Optional.of(mount)));
    List<Boundary> list = new ArrayList<>();
    points.forEach(
        (point, mount) -> {
          Optional<MountRoute> above =
              new Boundaries(mounts, list).above(point).flatMap(Boundary::route);
          Optional<MountRoute> own = withNamed ? named.findRoute(point) : Optional.empty();
          Optional<MountRoute> route = own.or(() -> mount.flatMap(this::route));
          if (route.isEmpty() && above.isPresent() && named.servesMounts(above.get(), mounts)) {
            route = above;
          }
          boolean automount = mount.filter(MountTable::isAutomount).isPresent();
          if (automount || !route.equals(above)) {
            list.add(new Boundary(point, route, automount));
            list.sort(Comparator.comparing(border -> -border.point.toString().length()));
          }
        });
    return new Boundaries(mounts, list);
  }

  private Optional<MountRoute> route(Mount mount) {
    return finder
        .specificDriverFor(mount)
        .map(provider -> routes.computeIfAbsent(mount, key -> route(mount, provider)));
  }

  private MountRoute route(Mount mount, StoreProvider provider) {
    String cannot = "the driver " + provider.driver() + " cannot open " + mount.point();
    return new MountRoute(
        this,
        mount.point(),
        () -> finder.openMount(config, mount, provider),
        cannot
            + ", so no placement is known there, and what only the driver knows of this file system"
            + " does not count",
        withoutKeys(mount, provider, cannot),
        config.notices());
  }

  /**
   * The mount's own driver without what may be wrong in the configuration, if anything is there.
   */
  private Optional<MountRoute.Fallback> withoutKeys(
      Mount mount, StoreProvider provider, String cannot) {
    if (!finder.hasKeys(config, provider)) {
      return Optional.empty();
    }
    StoreConfig bare = config.withValues(Map.of());
    return Optional.of(
        new MountRoute.Fallback(
            () -> finder.openMount(bare, mount, provider),
            cannot
                + " with the keys that are set, so it serves this mount without them, and the"
                + " placement there may lack what they say"));
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws StoreException {
    closed = true;
    StoreException failure = close(generic, null);
    for (MountRoute route : routes.values()) {
      failure = route.close(failure);
    }
    failure = named.close(failure);
    if (failure != null) {
      throw failure;
    }
  }

  /** Closes {@code store} and says what failed so far. */
  static StoreException close(Store store, StoreException earlier) {
    try {
      store.close();
      return earlier;
    } catch (StoreException e) {
      if (earlier == null) {
        return e;
      }
      earlier.addSuppressed(e);
      return earlier;
    }
  }
}
