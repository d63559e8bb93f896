// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A directory of a store and everything below it, as it is now, with placement. A directory that
 * cannot be listed is given to {@link AttachObjects.Unread}, and the others follow. Not
 * thread-safe.
 */
public final class StoreObjects implements AttachObjects, AutoCloseable {

  private final Store store;
  private final boolean places;
  private final StorePath top;
  private final Listing walk;
  private StoreObject root;
  private Unread unread;

  /**
   * Begins at a directory, below which no link is followed.
   *
   * @throws StoreException as {@link Store#list}, for the directory itself
   */
  public StoreObjects(Store store, StorePath directory) throws StoreException {
    this.store = store;
    this.places = store.can(Capability.PLACEMENT, directory);
    this.top = directory;
    this.root = store.stat(directory, true).withPath(directory);
    this.walk = StoreFiles.walk(store, directory, true, this::fail);
  }

  @Override
  public StoreObject next(Unread taker) throws IOException {
    if (root != null) {
      StoreObject first = root;
      root = null;
      return first;
    }
    unread = taker;
    try {
      return placed(walk.next());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** A file of very many extents is listed without them. */
  private StoreObject placed(StoreObject listed) throws StoreException {
    if (listed == null || !places || !Listing.mayHaveMore(listed)) {
      return listed;
    }
    try {
      return listed.withExtents(store.placement(listed, 0, listed.size()));
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.INTERRUPTED) {
        throw e;
      }
      return listed;
    }
  }

  private void fail(StoreException failure) {
    try {
      if (!AttachFailures.isOfOne(failure)) {
        throw failure;
      }
      unread.failed(failure.path().orElse(top), failure);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    walk.close();
  }
}
