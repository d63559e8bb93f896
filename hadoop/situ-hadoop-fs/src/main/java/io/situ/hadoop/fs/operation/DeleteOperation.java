// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;

/** Deletes as Hadoop does. Links are deleted, never followed. */
public final class DeleteOperation {

  private final StoreContext at;

  DeleteOperation(StoreContext at) {
    this.at = at;
  }

  /**
   * Deletes an object. A store's root is never deleted, nor what is in it.
   *
   * @return whether there was something to delete
   * @throws StoreException {@code NOT_EMPTY} unless {@code recursive}
   */
  public boolean delete(StorePath path, boolean recursive) throws StoreException {
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
            StoreFiles.deleteTree(at.store(), path);
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
}
