package io.situ.hadoop.fs;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;

/** Deletes as Hadoop does. Links are deleted, never followed. */
final class Deletes {

  /** How often a directory that others fill meanwhile is emptied again. */
  private static final int ATTEMPTS = 5;

  private final OpenStore at;

  Deletes(OpenStore at) {
    this.at = at;
  }

  /**
   * Deletes an object. A store's root is never deleted, nor what is in it.
   *
   * @return whether there was something to delete
   * @throws StoreException {@code NOT_EMPTY} unless {@code recursive}
   */
  boolean delete(StorePath path, boolean recursive) throws StoreException {
    if (path.isRoot()) {
      return refuseRoot(recursive);
    }
    try {
      return at.store().delete(path);
    } catch (StoreException e) {
      switch (e.kind()) {
        case NOT_FOUND, NOT_A_DIRECTORY:
          return false;
        case NOT_EMPTY:
          if (recursive) {
            deleteTree(path);
            return true;
          }
          throw e;
        default:
          throw e;
      }
    }
  }

  private boolean refuseRoot(boolean recursive) throws StoreException {
    if (!recursive) {
      try (Listing entries = at.store().list(StorePath.ROOT, Listing.Options.FLAT)) {
        if (entries.next() != null) {
          throw new StoreException(Kind.NOT_EMPTY, StorePath.ROOT, "is not empty");
        }
      }
    }
    return false;
  }

  private void deleteTree(StorePath top) throws StoreException {
    Deque<StorePath> open = new ArrayDeque<>();
    open.push(top);
    int refusals = 0;
    while (!open.isEmpty()) {
      StorePath directory = open.peek();
      if (empty(directory, open)) {
        try {
          at.store().delete(directory);
          open.pop();
          refusals = 0;
        } catch (StoreException e) {
          refusals++;
          if (e.kind() != Kind.NOT_EMPTY || refusals == ATTEMPTS) {
            throw e;
          }
        }
      }
    }
  }

  /** Deletes all but the directories, which it pushes; true if there were none. */
  private boolean empty(StorePath directory, Deque<StorePath> open) throws StoreException {
    boolean leaf = true;
    try (Listing entries = at.store().list(directory, Listing.Options.FLAT)) {
      for (StoreObject o = entries.next(); o != null; o = entries.next()) {
        if (o.isDirectory()) {
          open.push(o.path());
          leaf = false;
        } else {
          at.store().delete(o.path());
        }
      }
    } catch (StoreException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        throw e;
      }
    }
    return leaf;
  }
}
