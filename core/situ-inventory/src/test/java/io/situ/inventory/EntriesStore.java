// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingFeed;
import io.situ.storage.forward.ForwardingStore;

/** A store that reports changes only which directories' entries to look at. */
public final class EntriesStore extends ForwardingStore {

  public EntriesStore(Store store) {
    super(store);
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    ChangeFeed feed = delegate().changes(directory, cursor);
    return new ForwardingFeed(feed) {
      @Override
      public Change next() throws StoreException {
        Change change = feed.next();
        return change == null || change.path().equals(directory)
            ? change
            : new Change(change.path().parent().orElseThrow(), Scope.ENTRIES);
      }
    };
  }
}
