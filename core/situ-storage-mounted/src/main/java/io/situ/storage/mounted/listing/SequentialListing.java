// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.listing;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Lists one directory after the other; only names of directories to come are held. Not thread-safe.
 *
 * @param <L> what lists one directory
 */
public abstract class SequentialListing<L extends Listing> implements Listing {

  private final Options options;
  private final Deque<StorePath> pending = new ArrayDeque<>();

  /** Null at the end. */
  private L current;

  /** Prepares a listing, which {@link #begin} begins. */
  protected SequentialListing(Options options) {
    this.options = options;
  }

  /** Begins with a directory, which is closed with this. */
  protected final void begin(L first) {
    current = first;
  }

  /** Returns whether an entry is listed; by default each is. */
  protected boolean isListed(StoreObject entry) {
    return true;
  }

  /** Ends the listing of a directory, and may keep the directory for {@code next}. */
  protected abstract void leave(L listing, Optional<StorePath> next);

  /**
   * Begins to list a directory that was an entry.
   *
   * @return empty for one that is gone, or was exchanged for a link or a file
   */
  protected abstract Optional<L> enter(StorePath directory) throws StoreException;

  /** Returns what a link leads to, described as the options ask for. */
  protected abstract StoreObject follow(StoreObject link) throws StoreException;

  /** Returns whether a link of {@code listing} is at fault that it could not be followed. */
  protected boolean isFaultOf(StoreObject link, L listing, StoreException e) {
    return e.isFaultOfLink();
  }

  @Override
  public final StoreObject next() throws StoreException {
    try {
      while (current != null) {
        StoreObject entry = current.next();
        if (entry == null) {
          leave(current, Optional.ofNullable(pending.peek()));
          current = nextDirectory();
        } else if (isListed(entry)) {
          return described(entry);
        }
      }
      return null;
    } catch (StoreException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private L nextDirectory() throws StoreException {
    Optional<L> found = Optional.empty();
    while (found.isEmpty() && !pending.isEmpty()) {
      found = enter(pending.pop());
    }
    return found.orElse(null);
  }

  private StoreObject described(StoreObject entry) throws StoreException {
    if (options.recursive() && entry.isDirectory()) {
      pending.push(entry.path());
    }
    if (!options.followLinks() || entry.kind() != StoreObject.Kind.SYMLINK) {
      return entry;
    }
    try {
      return follow(entry);
    } catch (StoreException e) {
      if (!isFaultOf(entry, current, e)) {
        throw e;
      }
      return entry;
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
