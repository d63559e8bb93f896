// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;

/** A store whose objects all are an hour older than they are. */
public final class BackdatedStore extends ForwardingStore {

  private static final long HOUR = 3_600_000_000_000L;

  public BackdatedStore(Store store) {
    super(store);
  }

  private static StoreObject aged(StoreObject object) {
    Attributes now = object.attributes();
    Attributes then =
        new Attributes(
            now.owner(),
            now.group(),
            now.mode(),
            now.modifiedNanos() - HOUR,
            now.accessedNanos() - HOUR,
            now.changedNanos() - HOUR);
    return new StoreObject(
        object.path(),
        object.kind(),
        object.size(),
        then,
        object.version(),
        object.linkTarget(),
        object.extents(),
        object.checksum());
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return aged(super.stat(path, followLink));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return aged(super.statBelow(top, path));
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    Listing listing = super.list(directory, options);
    return new Listing() {
      @Override
      public StoreObject next() throws StoreException {
        StoreObject object = listing.next();
        return object == null ? null : aged(object);
      }

      @Override
      public void close() {
        listing.close();
      }
    };
  }
}
