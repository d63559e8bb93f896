// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.ListedLinks;
import java.util.ArrayDeque;
import java.util.Deque;

/** Walks directories one after the other; only names of directories to come are held. */
final class LibCephFsListing implements Listing {

  private final LibCephFsStore store;
  private final Options options;
  private final StorePath top;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private final HeldDirectories held = new HeldDirectories();
  private Listing current;

  LibCephFsListing(LibCephFsStore store, StorePath directory, Options options)
      throws StoreException {
    this.store = store;
    this.options = options.withHeld(held);
    this.top = options.linkFreeBelow().orElse(directory);
    this.current = first(directory);
  }

  private Listing first(StorePath directory) throws StoreException {
    try {
      return store.entries(directory, options);
    } catch (StoreException | RuntimeException e) {
      held.close();
      throw e;
    }
  }

  @Override
  public StoreObject next() throws StoreException {
    try {
      while (current != null) {
        StoreObject object = current.next();
        if (object != null) {
          return complete(object);
        }
        current.close();
        current = nextDirectory();
      }
      return null;
    } catch (StoreException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private Listing nextDirectory() throws StoreException {
    while (!pending.isEmpty()) {
      try {
        return store.entries(pending.pop(), options.withoutLinksBelow(top));
      } catch (StoreException e) {
        if (!e.isNotFound() && e.kind() != Kind.CHANGED) {
          throw e;
        }
      }
    }
    return null;
  }

  private StoreObject complete(StoreObject entry) throws StoreException {
    if (options.recursive() && entry.isDirectory()) {
      pending.push(entry.path());
    }
    return options.followLinks() && entry.kind() == StoreObject.Kind.SYMLINK
        ? follow(entry)
        : entry;
  }

  private StoreObject follow(StoreObject link) throws StoreException {
    try {
      StoreObject object = store.stat(link.path(), true);
      return options.placement()
          ? Listing.placed(object, store.placement(object, 0, object.size()))
          : object;
    } catch (StoreException e) {
      return ListedLinks.unfollowed(link, e);
    }
  }

  @Override
  public void close() {
    pending.clear();
    if (current != null) {
      current.close();
      current = null;
    }
    held.close();
  }
}
