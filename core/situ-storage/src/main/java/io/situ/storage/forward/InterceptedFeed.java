// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.ChangeFeed;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

final class InterceptedFeed extends ForwardingFeed {

  private final InterceptingStore store;
  private final StorePath directory;

  InterceptedFeed(InterceptingStore store, StorePath directory, ChangeFeed feed) {
    super(feed);
    this.store = store;
    this.directory = directory;
  }

  @Override
  public Change next() throws StoreException {
    return store.around(
        StoreOperation.of(StoreOperation.Kind.CHANGES_NEXT, directory), super::next);
  }
}
