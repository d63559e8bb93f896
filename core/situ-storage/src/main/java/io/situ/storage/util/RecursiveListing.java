// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Walks directory by directory and survives those that cannot be read, or, with options that are
 * recursive, lets the store walk.
 */
final class RecursiveListing implements Listing {

  private static final Listing NOTHING =
      new Listing() {
        @Override
        public StoreObject next() {
          return null;
        }

        @Override
        public void close() {}
      };

  private final Store store;
  private final Options options;
  private final Consumer<StoreException> errors;
  private final HeldDirectories held = new HeldDirectories();
  private final StorePath top;
  private final Deque<StorePath> pending = new ArrayDeque<>();
  private StorePath here;
  private Listing current;
  private boolean ended;

  RecursiveListing(
      Store store, StorePath directory, Options options, Consumer<StoreException> errors)
      throws StoreException {
    this.store = store;
    this.options = options.withoutLinksBelow(directory).withHeld(held);
    this.errors = errors;
    this.top = directory;
    this.here = directory;
    this.current = first(directory);
  }

  private Listing first(StorePath directory) throws StoreException {
    try {
      return store.list(directory, options);
    } catch (StoreException | RuntimeException e) {
      held.close();
      throw e;
    }
  }

  @Override
  public StoreObject next() throws StoreException {
    while (!ended) {
      try {
        StoreObject object = current.next();
        if (object != null) {
          if (object.isDirectory() && !options.recursive()) {
            pending.push(object.path());
          }
          return object;
        }
        enterNext();
      } catch (StoreException e) {
        report(e);
      }
    }
    return null;
  }

  private void enterNext() throws StoreException {
    current.close();
    current = NOTHING;
    if (pending.isEmpty()) {
      close();
    } else {
      here = pending.pop();
      current = store.list(here, options);
    }
  }

  private void report(StoreException e) throws StoreException {
    if (e.kind() == Kind.INTERRUPTED) {
      close();
      throw e;
    }
    if (!e.isNotFound() || isThere()) {
      errors.accept(ofDirectory(e));
    }
  }

  /** A listing alone may fail so for a file handle that a server has forgotten. */
  private boolean isThere() {
    try {
      return store.statBelow(top, here).isDirectory();
    } catch (StoreException e) {
      return !e.isNotFound() && e.kind() != Kind.CHANGED;
    }
  }

  /** An entry that cannot be described ends the listing of its directory. */
  private StoreException ofDirectory(StoreException e) {
    if (e.path().isEmpty() || e.path().get().equals(here)) {
      return e.path().isEmpty() ? e.withPath(here) : e;
    }
    return new StoreException(
        e.kind(), here, "'" + e.path().get().name() + "' in it: " + e.reason(), e);
  }

  @Override
  public void close() {
    ended = true;
    pending.clear();
    current.close();
    held.close();
  }
}
