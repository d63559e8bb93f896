// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.HeldDirectories;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.listing.DirectoryReader;
import io.situ.storage.mounted.listing.SequentialListing;
import io.situ.storage.mounted.path.OpenDirectoryStack;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.RecentDirectoryCache;
import io.situ.storage.util.ListedPlacement;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Walks directories one after the other; only names of directories to come are held. */
final class MountedListing extends SequentialListing<DirectoryReader> {

  private final MountedStore store;
  private final PathResolver resolver;
  private final Options options;
  private final StorePath top;
  private final boolean repeats;
  private final Set<StorePath> met = new HashSet<>();
  private final OpenDirectoryStack way;
  private final boolean throughLinks;
  private final Optional<RecentDirectoryCache> recent;
  private boolean hasDirectories;
  private StorePath here;

  /**
   * @param resolver of the store
   */
  MountedListing(MountedStore store, PathResolver resolver, StorePath directory, Options options)
      throws StoreException {
    super(options);
    this.store = store;
    this.resolver = resolver;
    this.options = options;
    this.top = options.linkFreeBelow().orElse(directory);
    this.way = resolver.newWay();
    this.here = directory;
    boolean walk = !options.recursive() && options.linkFreeBelow().isPresent();
    this.recent = walk ? options.held().map(held -> recentIn(held, resolver)) : Optional.empty();
    PathResolver.Opened opened = open(resolver, directory);
    this.throughLinks = opened.throughLinks();
    this.repeats = store.typeOf(opened.fd(), directory).repeatsDirectories();
    begin(store.read(directory, opened.fd(), this::place));
  }

  /** Returns what the store holds for a walk. */
  private RecentDirectoryCache recentIn(HeldDirectories walk, PathResolver resolver) {
    return walk.of(store, RecentDirectoryCache.class, resolver::newRecentlyListed);
  }

  /** Opens a directory to read it, in a walk from the one above it if that is still held. */
  private PathResolver.Opened open(PathResolver resolver, StorePath directory)
      throws StoreException {
    return recent.isPresent()
        ? resolver.directoryBelow(top, directory, recent.get())
        : resolver.directoryBelow(top, directory);
  }

  /** Some file systems list a directory twice. */
  @Override
  protected boolean isListed(StoreObject entry) {
    hasDirectories |= entry.isDirectory();
    return !repeats || !entry.isDirectory() || met.add(entry.path());
  }

  /** Holds the directory as long as there are directories in it to come. */
  @Override
  protected void leave(DirectoryReader listing, Optional<StorePath> next) {
    met.clear();
    if (next.isPresent() && next.get().parent().equals(Optional.of(here))) {
      way.add(here, listing.detach());
    } else if (recent.isPresent() && hasDirectories) {
      recent.get().add(here, listing.detach());
    } else {
      listing.close();
    }
  }

  @Override
  protected Optional<DirectoryReader> enter(StorePath directory) throws StoreException {
    here = directory;
    try {
      int fd = resolver.directoryBelow(top, directory, way).fd();
      return Optional.of(store.read(directory, fd, this::place));
    } catch (StoreException e) {
      if (e.isNotFound() || e.kind() == Kind.CHANGED) {
        return Optional.empty();
      }
      throw e;
    }
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

  @Override
  protected StoreObject follow(StoreObject link) throws StoreException {
    return place(store.stat(link.path(), true));
  }

  /** The path of the directory may have used up the links that may be followed. */
  @Override
  protected boolean isFaultOf(StoreObject link, DirectoryReader listing, StoreException e) {
    boolean usedUp =
        throughLinks && e.kind() == Kind.LINK_LOOP && !listing.leadsToItself(link.path());
    return !usedUp && super.isFaultOf(link, listing, e);
  }

  @Override
  public void close() {
    super.close();
    way.close();
  }
}
