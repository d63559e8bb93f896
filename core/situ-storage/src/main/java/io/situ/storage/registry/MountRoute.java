// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.process.RecentFailure;
import java.time.Duration;

/** The way to a part of the local store that another store serves; opened when first gone. */
final class MountRoute {

  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

  /** Opens the store, rooted at the route's point. */
  interface Opener {
    Store open() throws StoreException;
  }

  private final MountRouter routes;
  private final StorePath point;
  private final Opener opener;
  private final String failing;
  private final StoreWarnings notices;
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private volatile Store store;

  /**
   * @param point where the store's root is in the local store
   * @param failing what is reported where it cannot be opened, a clause
   */
  MountRoute(
      MountRouter routes, StorePath point, Opener opener, String failing, StoreWarnings notices) {
    this.routes = routes;
    this.point = point;
    this.opener = opener;
    this.failing = failing;
    this.notices = notices;
  }

  /** The store there; the generic one while it cannot be opened. */
  Store store() throws StoreException {
    Store open = store;
    return open != null ? open : open();
  }

  private synchronized Store open() throws StoreException {
    if (store != null) {
      return store;
    }
    if (routes.isClosed()) {
      throw new StoreException(StoreException.Kind.FAILED, point, "the store is closed");
    }
    if (failure.reason().isPresent()) {
      return routes.generic();
    }
    try {
      Store own = opener.open();
      store = point.isRoot() ? own : new PathPrefixStore(own, point);
      return store;
    } catch (StoreException e) {
      failure.set(e.getMessage());
      notices.fault(failing, e.getMessage());
      return routes.generic();
    }
  }

  /** Closes what is open and says what failed so far. */
  synchronized StoreException close(StoreException earlier) {
    return store == null ? earlier : MountRouter.close(store, earlier);
  }
}
