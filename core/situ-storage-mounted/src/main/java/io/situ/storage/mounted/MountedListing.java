// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.listing.DirectoryReader;
import io.situ.storage.mounted.path.OpenDirectoryStack;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.RecentDirectoryCache;
import io.situ.storage.util.ListedLinks;
import io.situ.storage.util.ListedPlacement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Walks directories one after the other; only names of directories to come are held. */
final class MountedListing implements Listing {

  private final MountedStore store;
  private final Options options;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private final boolean repeats;
  private final Set<StorePath> met = new HashSet<>();
  private final OpenDirectoryStack way;
  private final boolean throughLinks;
  private final Optional<RecentDirectoryCache> recent;
  private boolean hasDirectories;
  private StorePath here;
  private DirectoryReader current;

  /**
   * @param resolver of the store
   */
  MountedListing(MountedStore store, PathResolver resolver, StorePath directory, Options options)
      throws StoreException {
    this.store = store;
    this.options = options;
    this.repeats = store.typeOf(directory).repeatsDirectories();
    this.way = resolver.newWay();
    this.here = directory;
    boolean walk = !options.recursive() && options.linkFreeBelow().isPresent();
    this.recent = walk ? options.held().map(held -> recentIn(held, resolver)) : Optional.empty();
    PathResolver.Opened opened = open(resolver, directory);
    this.throughLinks = opened.throughLinks();
    this.current = store.read(directory, opened.fd(), this::place);
  }

  /** Returns what the store holds for a walk. */
  private RecentDirectoryCache recentIn(HeldDirectories walk, PathResolver resolver) {
    return walk.of(store, RecentDirectoryCache.class, resolver::newRecentlyListed);
  }

  /** Opens a directory to read it, in a walk from the one above it if that is still held. */
  private PathResolver.Opened open(PathResolver resolver, StorePath directory)
      throws StoreException {
    Optional<StorePath> top = options.linkFreeBelow();
    if (top.isEmpty()) {
      return resolver.directory(directory);
    }
    return recent.isPresent()
        ? resolver.directoryBelow(top.get(), directory, recent.get())
        : resolver.directoryBelow(top.get(), directory);
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
        leave();
        current = nextDirectory();
      }
      return null;
    } catch (StoreException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Holds the directory as long as there are directories in it to come. */
  private void leave() {
    StorePath next = pending.peek();
    if (next != null && next.parent().equals(Optional.of(here))) {
      way.add(here, current.detach());
    } else if (recent.isPresent() && hasDirectories) {
      recent.get().add(here, current.detach());
    } else {
      current.close();
    }
  }

  /** What is gone, or was exchanged for a link or a file since it was named, is left out. */
  private DirectoryReader nextDirectory() throws StoreException {
    while (!pending.isEmpty()) {
      here = pending.pop();
      int fd = way.open(here);
      if (fd >= 0) {
        return store.read(here, fd, this::place);
      }
      StoreException failure = PathResolver.failure(fd, here);
      if (!failure.isNotFound() && failure.kind() != Kind.LINK_LOOP) {
        throw failure;
      }
    }
    return null;
  }

  private StoreObject complete(StoreObject entry) throws StoreException {
    hasDirectories |= entry.isDirectory();
    if (options.recursive() && entry.isDirectory()) {
      pending.push(entry.path());
    }
    return options.followLinks() && entry.kind() == StoreObject.Kind.SYMLINK
        ? place(follow(entry))
        : entry;
  }

  /** Thread-safe. */
  private StoreObject place(StoreObject object, long cookie, int directory) throws StoreException {
    return place(object, () -> store.listed(object, cookie, directory));
  }

  private StoreObject place(StoreObject object) throws StoreException {
    return place(object, () -> store.placement(object, 0, object.size()));
  }

  private StoreObject place(StoreObject object, ListedPlacement.Extents extents)
      throws StoreException {
    return options.placement() && object.isFile() && object.size() > 0
        ? ListedPlacement.add(object, extents)
        : object;
  }

  /** Fails where the path of the directory has used up the links that may be followed. */
  private StoreObject follow(StoreObject link) throws StoreException {
    try {
      return store.stat(link.path(), true);
    } catch (StoreException e) {
      if (throughLinks && e.kind() == Kind.LINK_LOOP && !current.leadsToItself(link.path())) {
        throw e;
      }
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
    way.close();
  }
}
