// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.listing.SequentialListing;
import io.situ.storage.util.ListedPlacement;
import java.util.Optional;

/** Lists a tree, or a directory whose links are followed. */
final class LibCephFsListing extends SequentialListing<Listing> {

  private final LibCephFsStore store;
  private final Options options;
  private final StorePath top;
  private final HeldDirectories held = new HeldDirectories();

  LibCephFsListing(LibCephFsStore store, StorePath directory, Options options)
      throws StoreException {
    super(options);
    this.store = store;
    this.options = options.withHeld(held);
    this.top = options.linkFreeBelow().orElse(directory);
    try {
      begin(store.entries(directory, this.options));
    } catch (StoreException | RuntimeException e) {
      held.close();
      throw e;
    }
  }

  @Override
  protected void leave(Listing listing, Optional<StorePath> next) {
    listing.close();
  }

  @Override
  protected Optional<Listing> enter(StorePath directory) throws StoreException {
    try {
      return Optional.of(store.entries(directory, options.withoutLinksBelow(top)));
    } catch (StoreException e) {
      if (!e.isNotFound() && e.kind() != Kind.CHANGED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  @Override
  protected StoreObject follow(StoreObject link) throws StoreException {
    StoreObject object = store.stat(link.path(), true);
    return options.placement()
        ? ListedPlacement.add(object, () -> store.placement(object, 0, object.size()))
        : object;
  }

  @Override
  public void close() {
    super.close();
    held.close();
  }
}
