// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.ChangeFeed;
import io.situ.storage.StoreException;

/** A feed that gives its cursor at its end, and not before. Not thread-safe. */
public abstract class CursorFeed implements ChangeFeed {

  private boolean ended;

  /**
   * Returns the next change, or null at the end.
   *
   * @throws StoreException as {@link ChangeFeed#next}
   */
  protected abstract Change find() throws StoreException;

  /** Returns what {@link #cursor} does; called at the end only. */
  protected abstract String cursorAtEnd();

  @Override
  public final Change next() throws StoreException {
    Change change = find();
    ended = change == null;
    return change;
  }

  @Override
  public final String cursor() {
    if (!ended) {
      throw new IllegalStateException("the feed is not at its end");
    }
    return cursorAtEnd();
  }
}
