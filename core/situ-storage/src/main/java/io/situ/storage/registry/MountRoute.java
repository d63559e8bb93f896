// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.process.RecentFailure;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way to a part of the local store that another store serves; opened when first gone. */
final class MountRoute {

  private static final Logger LOG = LoggerFactory.getLogger(MountRoute.class);
  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

  /** Opens the store, rooted at the route's point. */
  interface Opener {
    Store open() throws StoreException;
  }

  private final MountRouter routes;
  private final StorePath point;
  private final Opener opener;
  private final String failing;
  private final Optional<Fallback> fallback;
  private final StoreWarnings notices;
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private volatile Store store;
  private Store reduced;

  /**
   * Another way to open the store, for as long as the first one fails.
   *
   * @param does what is reported where this way is gone, a clause
   */
  record Fallback(Opener opener, String does) {}

  /**
   * @param point where the store's root is in the local store
   * @param failing what is reported where it cannot be opened, a clause
   */
  MountRoute(
      MountRouter routes, StorePath point, Opener opener, String failing, StoreWarnings notices) {
    this(routes, point, opener, failing, Optional.empty(), notices);
  }

  /** Makes a route with a fallback that is tried before the generic store serves. */
  MountRoute(
      MountRouter routes,
      StorePath point,
      Opener opener,
      String failing,
      Optional<Fallback> fallback,
      StoreWarnings notices) {
    this.fallback = fallback;
    this.routes = routes;
    this.point = point;
    this.opener = opener;
    this.failing = failing;
    this.notices = notices;
  }

  /** The store there; while it cannot be opened that of the fallback, or the generic one. */
  Store store() throws StoreException {
    Store open = store;
    return open != null ? open : open();
  }

  /** Whether the generic store serves, because this one could not be opened. */
  synchronized boolean isFailing() {
    return store == null && reduced == null && failure.reason().isPresent();
  }

  private synchronized Store open() throws StoreException {
    if (store != null) {
      return store;
    }
    if (routes.isClosed()) {
      throw new StoreException(StoreException.Kind.FAILED, point, "the store is closed");
    }
    if (failure.reason().isPresent()) {
      return reduced == null ? routes.generic() : reduced;
    }
    try {
      store = open(opener);
      return store;
    } catch (StoreException e) {
      failure.set(e.getMessage());
      openReduced();
      notices.fault(reduced == null ? failing : fallback.get().does, e.getMessage());
      return reduced == null ? routes.generic() : reduced;
    }
  }

  private Store open(Opener way) throws StoreException {
    Store own = way.open();
    return point.isRoot() ? own : new PathPrefixStore(own, point);
  }

  private void openReduced() {
    if (reduced != null || fallback.isEmpty()) {
      return;
    }
    try {
      reduced = open(fallback.get().opener);
    } catch (StoreException e) {
      LOG.debug("{} cannot be opened without optional keys", point, e);
    }
  }

  /** Closes what is open and says what failed so far. */
  synchronized StoreException close(StoreException earlier) {
    StoreException failed = reduced == null ? earlier : MountRouter.close(reduced, earlier);
    return store == null ? failed : MountRouter.close(store, failed);
  }
}
