package io.situ.storage.find;

import io.situ.storage.Mount;
import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
  private volatile Borders borders = new Borders(null, List.of());
  private volatile boolean closed;

  Routes(Store generic, StoreFinder finder, StoreConfig config) {
    this.generic = generic;
    this.finder = finder;
    this.config = config;
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
      known = compile(mounts);
      borders = known;
    }
    return known;
  }

  private Borders compile(MountInfo mounts) {
    List<Border> list = new ArrayList<>();
    for (Mount mount : mounts.mounts()) {
      Optional<Route> route = route(mount);
      Optional<Route> above = new Borders(mounts, list).above(mount.point()).flatMap(Border::route);
      boolean automount = MountTable.isAutomount(mount);
      if (automount || !route.equals(above)) {
        list.add(new Border(mount.point(), route, automount));
        list.sort(Comparator.comparing(border -> -border.point.toString().length()));
      }
    }
    return new Borders(mounts, list);
  }

  private Optional<Route> route(Mount mount) {
    return finder
        .specificDriverFor(mount)
        .map(
            provider ->
                routes.computeIfAbsent(
                    mount, key -> new Route(this, finder, config, key, provider)));
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
