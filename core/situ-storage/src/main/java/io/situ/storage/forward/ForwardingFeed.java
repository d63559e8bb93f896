// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.ChangeFeed;
import io.situ.storage.StoreException;

/** Passes everything on to another feed. To add behaviour, override a member. Not thread-safe. */
public class ForwardingFeed implements ChangeFeed {

  private final ChangeFeed feed;

  /** Forwards to {@code feed}, which is closed with this. */
  public ForwardingFeed(ChangeFeed feed) {
    this.feed = feed;
  }

  @Override
  public Change next() throws StoreException {
    return feed.next();
  }

  @Override
  public String cursor() {
    return feed.cursor();
  }

  @Override
  public final void close() {
    feed.close();
  }
}
