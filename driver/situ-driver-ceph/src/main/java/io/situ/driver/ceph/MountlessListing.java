package io.situ.driver.ceph;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Walks directories one after the other; only names of directories to come are held. */
final class MountlessListing implements Listing {

  private final MountlessStore store;
  private final Options options;
  private final StorePath top;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private Listing current;

  MountlessListing(MountlessStore store, StorePath directory, Options options)
      throws StoreException {
    this.store = store;
    this.options = options;
    this.top = options.linkFreeBelow().orElse(directory);
    this.current = store.entries(directory, options.linkFreeBelow(), options.placement());
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
        return store.entries(pending.pop(), Optional.of(top), options.placement());
      } catch (StoreException e) {
        if (!e.isAbsence() && e.kind() != Kind.CHANGED) {
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
      return switch (e.kind()) {
        case NOT_FOUND, NOT_A_DIRECTORY, LINK_LOOP, OUTSIDE_ROOT, PERMISSION_DENIED -> link;
        default -> throw e;
      };
    }
  }

  @Override
  public void close() {
    pending.clear();
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
