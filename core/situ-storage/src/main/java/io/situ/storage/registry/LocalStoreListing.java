// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.ListedPlacement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A listing that several stores answer. It goes directory by directory where another store begins
 * further down, and lets one store walk everything where none does.
 */
final class LocalStoreListing implements Listing {

  private final LocalStore store;
  private final MountRouter routes;
  private final Options options;
  private final StorePath top;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private Listing current;
  private boolean descend;
  private boolean ended;

  LocalStoreListing(LocalStore store, MountRouter routes, StorePath directory, Options options)
      throws StoreException {
    this.store = store;
    this.routes = routes;
    this.options = options;
    this.top = options.linkFreeBelow().orElse(directory);
    enter(directory);
  }

  private void enter(StorePath directory) throws StoreException {
    descend = options.recursive() && routes.splitBelow(directory);
    boolean recursive = options.recursive() && !descend;
    Options own =
        new Options(
            recursive,
            false,
            options.placement(),
            options.scan(),
            Optional.of(top),
            options.held());
    current = store.listOne(directory, own);
  }

  @Override
  public StoreObject next() throws StoreException {
    try {
      while (!ended) {
        StoreObject object = current.next();
        if (object == null) {
          nextDirectory();
        } else {
          return complete(object);
        }
      }
      return null;
    } catch (StoreException e) {
      close();
      throw e;
    }
  }

  private void nextDirectory() throws StoreException {
    current.close();
    while (!pending.isEmpty()) {
      try {
        enter(pending.pop());
        return;
      } catch (StoreException e) {
        if (!e.isNotFound() && e.kind() != Kind.CHANGED) {
          throw e;
        }
      }
    }
    ended = true;
  }

  private StoreObject complete(StoreObject object) throws StoreException {
    StoreObject seen = object;
    if (options.followLinks() && object.kind() == StoreObject.Kind.SYMLINK) {
      return describe(object, true);
    }
    if (routes.isBorder(object.path())) {
      seen = describe(object, false);
    }
    if (descend && seen.isDirectory()) {
      pending.push(seen.path());
    }
    return seen;
  }

  /**
   * Describes what a link leads to, or the root of another store. A link that is at fault itself,
   * and a root that is gone or may not be seen, stay as their directory has them.
   */
  private StoreObject describe(StoreObject object, boolean followLink) throws StoreException {
    StoreObject seen = object;
    try {
      seen = followLink ? store.stat(object.path(), true) : store.statBelow(top, object.path());
    } catch (StoreException e) {
      boolean exchanged = !followLink && e.kind() == Kind.CHANGED;
      if (!e.isFaultOfLink() && !exchanged) {
        throw e;
      }
    }
    if (!options.placement() || !seen.isFile()) {
      return seen;
    }
    StoreObject file = seen;
    return ListedPlacement.add(file, () -> store.placement(file, 0, file.size()));
  }

  @Override
  public void close() {
    ended = true;
    pending.clear();
    current.close();
  }
}
