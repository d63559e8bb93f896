// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Deletes a tree path by path, for stores whose directories cannot be exchanged for links, with one
 * listing open at a time, at any depth. A directory that is not empty after its listing was worked
 * off is listed again: some file systems skip entries when others are deleted meanwhile, and one
 * may have been added.
 */
final class RecursiveDelete {

  private static final int ROUNDS = 10;

  private final Store store;
  private final StorePath path;
  private final Listing.Options listing;
  private final Deque<Directory> pending = new ArrayDeque<>();

  private static final class Directory {
    private final StorePath path;
    private int rounds;

    Directory(StorePath path) {
      this.path = path;
    }
  }

  RecursiveDelete(Store store, StorePath path) {
    this.store = store;
    this.path = path;
    this.listing = Listing.Options.FLAT.withoutLinksBelow(path.parent().orElse(StorePath.ROOT));
  }

  boolean delete() throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the root cannot be deleted");
    }
    boolean deleted = deleteOrPush(path);
    while (!pending.isEmpty()) {
      Directory directory = pending.peek();
      if (directory.rounds++ > 0) {
        deleted = deleteEmptied(directory);
      } else {
        empty(directory);
      }
    }
    return deleted;
  }

  private boolean deleteOrPush(StorePath path) throws StoreException {
    try {
      return store.delete(path);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_EMPTY) {
        pending.push(new Directory(path));
        return true;
      }
      throw e;
    }
  }

  private boolean deleteEmptied(Directory directory) throws StoreException {
    try {
      boolean deleted = store.delete(directory.path);
      pending.pop();
      return deleted || !pending.isEmpty();
    } catch (StoreException e) {
      if (e.kind() != Kind.NOT_EMPTY || directory.rounds > ROUNDS) {
        throw e;
      }
      empty(directory);
      return true;
    }
  }

  private void empty(Directory directory) throws StoreException {
    try (Listing entries = store.list(directory.path, listing)) {
      StoreObject object;
      while ((object = entries.next()) != null) {
        deleteOrPush(object.path());
      }
    } catch (StoreException e) {
      if (!e.isNotFound() && e.kind() != Kind.CHANGED) {
        throw e;
      }
    }
  }
}
