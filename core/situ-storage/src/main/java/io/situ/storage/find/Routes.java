package io.situ.storage.find;

import io.situ.storage.Mount;
import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.StoreProvider;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which store serves a path of the local store. Stores are opened when first asked for and stay
 * open until all are closed, for handles of an unmounted one may still be in use.
 */
final class Routes implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);
  private static final long RETRY_NANOS = 60_000_000_000L;

  private final Store generic;
  private final StoreFinder finder;
  private final StoreConfig config;
  private final ConcurrentMap<Mount, Route> routes = new ConcurrentHashMap<>();
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
      throw new StoreException(StoreException.Kind.FAILED, path, "the store is closed");
    }
    Optional<Mount> mount = finder.mounts().find(path);
    return mount.isEmpty() ? generic : route(mount.get()).store();
  }

  /** Whether anything below {@code directory} is served by another store than itself. */
  boolean splitBelow(StorePath directory) {
    Route own = finder.mounts().find(directory).map(this::route).orElse(null);
    for (Mount mount : finder.mounts().mounts()) {
      boolean below = mount.point().startsWith(directory) && !mount.point().equals(directory);
      if (below && !sameStore(own, route(mount))) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code path} is where another store than its parent's begins. */
  boolean isBorder(StorePath path) {
    Optional<Mount> mount = finder.mounts().find(path);
    if (path.isRoot() || mount.isEmpty() || !mount.get().point().equals(path)) {
      return false;
    }
    Route outer = finder.mounts().find(path.parent().orElseThrow()).map(this::route).orElse(null);
    return !sameStore(outer, route(mount.get()));
  }

  /** Whether any mount of this moment has a driver of its own. */
  boolean anySpecific() {
    return finder.mounts().mounts().stream().anyMatch(mount -> route(mount).provider.isPresent());
  }

  private static boolean sameStore(Route a, Route b) {
    return a == b || ((a == null || a.provider.isEmpty()) && b.provider.isEmpty());
  }

  private Route route(Mount mount) {
    Route known = routes.get(mount);
    return known != null ? known : routes.computeIfAbsent(mount, Route::new);
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

  private static StoreException close(Store store, StoreException earlier) {
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

  private final class Route {
    private final Mount mount;
    private final Optional<StoreProvider> provider;
    private volatile Store store;
    private boolean failed;
    private long failedAt;

    Route(Mount mount) {
      this.mount = mount;
      this.provider = finder.specificDriverFor(mount);
    }

    Store store() throws StoreException {
      if (provider.isEmpty()) {
        return generic;
      }
      Store open = store;
      return open != null ? open : open();
    }

    private synchronized Store open() throws StoreException {
      if (store != null) {
        return store;
      }
      if (closed) {
        throw new StoreException(StoreException.Kind.FAILED, mount.point(), "the store is closed");
      }
      if (failed && System.nanoTime() - failedAt < RETRY_NANOS) {
        return generic;
      }
      try {
        Store own = finder.openMount(config, mount, provider.get());
        store = mount.point().isRoot() ? own : new PrefixedStore(own, mount.point());
        return store;
      } catch (StoreException e) {
        failed = true;
        failedAt = System.nanoTime();
        LOG.warn(
            "driver {} cannot open {}, going on without its placement: {}",
            provider.get().driver(),
            mount.point(),
            e.getMessage());
        return generic;
      }
    }

    synchronized StoreException close(StoreException earlier) {
      return store == null ? earlier : Routes.close(store, earlier);
    }
  }
}
