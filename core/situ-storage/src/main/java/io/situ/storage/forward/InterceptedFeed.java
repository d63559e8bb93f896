// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.ChangeFeed;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

record InterceptedFeed(InterceptingStore store, StorePath directory, ChangeFeed feed)
    implements ChangeFeed {

  @Override
  public Change next() throws StoreException {
    return store.around(StoreOperation.of(StoreOperation.Kind.CHANGES_NEXT, directory), feed::next);
  }

  @Override
  public String cursor() {
    return feed.cursor();
  }

  @Override
  public void close() {
    feed.close();
  }
}
