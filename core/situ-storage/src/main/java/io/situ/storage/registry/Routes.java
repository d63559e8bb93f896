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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Which store serves a path of the local store. Stores are opened when first asked for and stay
 * open until all are closed, for handles of an unmounted one may still be in use.
 */
final class Routes implements AutoCloseable {

  /**
   * Where another store than the one above begins.
   *
   * @param route empty for the generic store
   */
  private record Border(StorePath point, Optional<Route> route, boolean automount) {}

  /** The borders of one state of the mount table, those further down first. */
  private record Borders(MountInfo mounts, List<Border> list) {

    Optional<Border> above(StorePath path) {
      for (Border border : list) {
        if (path.startsWith(border.point)) {
          return Optional.of(border);
        }
      }
      return Optional.empty();
    }
  }

  private final Store generic;
  private final StoreFinder finder;
  private final StoreConfig config;
  private final ConcurrentMap<Mount, Route> routes = new ConcurrentHashMap<>();
  private final NamedRoots named;
  private volatile Borders borders = new Borders(null, List.of());
  private volatile Borders mountBorders = new Borders(null, List.of());
  private volatile boolean closed;

  Routes(Store generic, StoreFinder finder, StoreConfig config) {
    this.generic = generic;
    this.finder = finder;
    this.config = config;
    this.named = new NamedRoots(this, finder, config);
  }

  Store generic() {
    return generic;
  }

  /** The store that serves {@code path}, which it knows by this same path. */
  Store of(StorePath path) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    Optional<Route> route = routeOf(path);
    return route.isEmpty() ? generic : route.get().store();
  }

  /** As {@link #of}, without regard to the roots of stores that have a name. */
  Store ofMount(StorePath path) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    Optional<Route> route = mountBorders().above(path).flatMap(Border::route);
    return route.isEmpty() ? generic : route.get().store();
  }

  /** Whether the root of a store that has a name is at {@code path}. */
  boolean isNamedRoot(StorePath path) {
    return named.at(path).isPresent();
  }

  /** As {@link #splitBelow}, without regard to the roots of stores that have a name. */
  boolean mountSplitBelow(StorePath directory) {
    Borders mounts = mountBorders();
    Optional<Route> own = mounts.above(directory).flatMap(Border::route);
    return mounts.list.stream()
        .anyMatch(border -> isBelow(border.point, directory) && !border.route.equals(own));
  }

  private Borders mountBorders() {
    MountInfo mounts = finder.mounts().current();
    Borders known = mountBorders;
    if (known.mounts != mounts) {
      known = compile(mounts, false);
      mountBorders = known;
    }
    return known;
  }

  private Optional<Route> routeOf(StorePath path) {
    Optional<Border> border = borders(finder.mounts().current()).above(path);
    if (border.isPresent() && border.get().automount) {
      border = borders(finder.mounts().currentAutomounts()).above(path);
    }
    return border.flatMap(Border::route);
  }

  /** Whether anything below {@code directory} is served by another store than itself. */
  boolean splitBelow(StorePath directory) {
    Optional<Route> own = routeOf(directory);
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

  private Borders borders(MountInfo mounts) {
    Borders known = borders;
    if (known.mounts != mounts) {
      known = compile(mounts, true);
      borders = known;
    }
    return known;
  }

  private Borders compile(MountInfo mounts, boolean withNamed) {
    SortedMap<StorePath, Optional<Mount>> points = new TreeMap<>();
    if (withNamed) {
      named.roots().forEach(root -> points.put(root, Optional.empty()));
    }
    mounts.mounts().forEach(mount -> points.put(mount.point(), Optional.of(mount)));
    List<Border> list = new ArrayList<>();
    points.forEach(
        (point, mount) -> {
          Optional<Route> above = new Borders(mounts, list).above(point).flatMap(Border::route);
          Optional<Route> own = withNamed ? named.at(point) : Optional.empty();
          Optional<Route> route = own.or(() -> mount.flatMap(this::route));
          if (route.isEmpty() && above.isPresent() && named.servesMounts(above.get(), mounts)) {
            route = above;
          }
          boolean automount = mount.filter(MountTable::isAutomount).isPresent();
          if (automount || !route.equals(above)) {
            list.add(new Border(point, route, automount));
            list.sort(Comparator.comparing(border -> -border.point.toString().length()));
          }
        });
    return new Borders(mounts, list);
  }

  private Optional<Route> route(Mount mount) {
    return finder
        .specificDriverFor(mount)
        .map(
            provider ->
                routes.computeIfAbsent(
                    mount,
                    key ->
                        new Route(
                            this,
                            mount.point(),
                            () -> finder.openMount(config, mount, provider),
                            "the driver "
                                + provider.driver()
                                + " cannot open "
                                + mount.point()
                                + ", so nothing tells who holds bytes there",
                            config.notices())));
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws StoreException {
    closed = true;
    StoreException failure = close(generic, null);
    for (Route route : routes.values()) {
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
