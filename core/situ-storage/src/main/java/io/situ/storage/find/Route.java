package io.situ.storage.find;

import io.situ.storage.Mount;
import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way to a mount that has a driver of its own; opened when first gone. */
final class Route {

  private static final Logger LOG = LoggerFactory.getLogger(Route.class);
  private static final long RETRY_NANOS = 60_000_000_000L;

  private final Routes routes;
  private final StoreFinder finder;
  private final StoreConfig config;
  private final Mount mount;
  private final StoreProvider provider;
  private volatile Store store;
  private boolean failed;
  private long failedAt;

  Route(
      Routes routes, StoreFinder finder, StoreConfig config, Mount mount, StoreProvider provider) {
    this.routes = routes;
    this.finder = finder;
    this.config = config;
    this.mount = mount;
    this.provider = provider;
  }

  /** The mount's store; the generic one while the driver cannot open it. */
  Store store() throws StoreException {
    Store open = store;
    return open != null ? open : open();
  }

  private synchronized Store open() throws StoreException {
    if (store != null) {
      return store;
    }
    if (routes.isClosed()) {
      throw new StoreException(StoreException.Kind.FAILED, mount.point(), "the store is closed");
    }
    if (failed && System.nanoTime() - failedAt < RETRY_NANOS) {
      return routes.generic();
    }
    try {
      Store own = finder.openMount(config, mount, provider);
      store = mount.point().isRoot() ? own : new PrefixedStore(own, mount.point());
      return store;
    } catch (StoreException e) {
      failed = true;
      failedAt = System.nanoTime();
      LOG.warn(
          "driver {} cannot open {}, going on without its placement: {}",
          provider.driver(),
          mount.point(),
          e.getMessage());
      return routes.generic();
    }
  }

  /** Closes what is open and says what failed so far. */
  synchronized StoreException close(StoreException earlier) {
    return store == null ? earlier : Routes.close(store, earlier);
  }
}
