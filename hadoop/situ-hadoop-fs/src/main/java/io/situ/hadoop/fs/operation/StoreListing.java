// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.Closeable;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Streams a directory's entries. It holds resources of the store until it is read to its end or
 * closed. Not thread-safe.
 */
final class StoreListing<T extends FileStatus> implements RemoteIterator<T>, Closeable {

  private static final Listing.Options ENTRIES = Listing.Options.FLAT.withFollowLinks();

  private final Listing listing;
  private final HadoopErrors errors;
  private final Function<StoreObject, T> mapping;
  private StoreObject next;
  private boolean ended;

  private StoreListing(Listing listing, HadoopErrors errors, Function<StoreObject, T> mapping) {
    this.listing = listing;
    this.errors = errors;
    this.mapping = mapping;
  }

  /** The entries of a directory, or the file itself. */
  static <T extends FileStatus> StoreListing<T> of(
      StoreContext store, StorePath path, boolean placement, Function<StoreObject, T> mapping)
      throws StoreException {
    return new StoreListing<>(open(store, path, placement), store.errors(), mapping);
  }

  private static Listing open(StoreContext store, StorePath path, boolean placement)
      throws StoreException {
    try {
      return placement ? store.locations().list(path, ENTRIES) : store.store().list(path, ENTRIES);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.NOT_A_DIRECTORY) {
        throw e;
      }
      StoreObject file = store.store().stat(path, true);
      if (placement && file.isFile()) {
        file = file.withExtents(store.locations().extents(file, 0, file.size()));
      }
      return new Single(file);
    }
  }

  @Override
  public boolean hasNext() throws IOException {
    if (next == null && !ended) {
      try {
        next = listing.next();
      } catch (StoreException e) {
        ended = true;
        throw errors.listing(e);
      }
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public T next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T status = mapping.apply(next);
    next = null;
    return status;
  }

  @Override
  public void close() {
    ended = true;
    next = null;
    listing.close();
  }

  /** A listing of one object. */
  private static final class Single implements Listing {
    private StoreObject object;

    Single(StoreObject object) {
      this.object = object;
    }

    @Override
    public StoreObject next() {
      StoreObject only = object;
      object = null;
      return only;
    }

    @Override
    public void close() {
      object = null;
    }
  }
}
