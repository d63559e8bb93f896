package io.situ.storage.mounted;

import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Walks directories one after the other; only names of directories to come are held. */
final class MountedListing implements Listing {

  private final MountedStore store;
  private final Options options;
  private final StorePath top;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private final boolean repeats;
  private final Set<StorePath> met = new HashSet<>();
  private DirectoryReader current;

  MountedListing(MountedStore store, StorePath directory, Options options) throws StoreException {
    this.store = store;
    this.options = options;
    this.top = options.linkFreeBelow().orElse(directory);
    this.repeats = store.typeOf(directory).repeatsDirectories();
    this.current = store.read(directory, options.linkFreeBelow(), this::place);
  }

  @Override
  public StoreObject next() throws StoreException {
    try {
      while (current != null) {
        StoreObject object = current.next();
        if (object != null && repeats && object.isDirectory() && !met.add(object.path())) {
          continue;
        }
        if (object != null) {
          return complete(object);
        }
        met.clear();
        current.close();
        current = nextDirectory();
      }
      return null;
    } catch (StoreException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private DirectoryReader nextDirectory() throws StoreException {
    while (!pending.isEmpty()) {
      try {
        return store.read(pending.pop(), Optional.of(top), this::place);
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
        ? place(follow(entry))
        : entry;
  }

  /** For use by many threads. */
  private StoreObject place(StoreObject object, long cookie, int directory) throws StoreException {
    return place(object, () -> store.listed(object, cookie, directory));
  }

  private StoreObject place(StoreObject object) throws StoreException {
    return place(object, () -> store.placement(object, 0, object.size()));
  }

  private interface Extents {
    List<Extent> get() throws StoreException;
  }

  /** A placement that cannot be had costs locality and nothing else. */
  private StoreObject place(StoreObject object, Extents extents) throws StoreException {
    if (!options.placement() || !object.isFile() || object.size() == 0) {
      return object;
    }
    try {
      return object.withExtents(extents.get());
    } catch (StoreException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return object;
    }
  }

  private StoreObject follow(StoreObject link) throws StoreException {
    try {
      return store.stat(link.path(), true);
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
