// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;

/** The entries of one directory in the order of their keys. Not thread-safe. */
public final class SortedListing implements AutoCloseable {

  private final SortedEntries entries;

  private SortedListing(SortedEntries entries) {
    this.entries = entries;
  }

  /**
   * Lists a directory completely and sorts it, on disk where it is too large for memory. Where the
   * store does not answer it is listed once more.
   *
   * @param options how; not recursive
   * @param working a directory of this process alone, from which all is deleted again
   * @param limit weight of the entries that are held in memory at most, at least 1
   * @throws StoreException if the directory cannot be listed
   */
  public static SortedListing of(
      Store store, StorePath directory, Listing.Options options, Path working, int limit)
      throws IOException {
    ExternalSorter.Place place = new ExternalSorter.Place(working, limit);
    return new SortedListing(SortedEntries.list(store, directory, options, place, any -> true));
  }

  /** Returns the next entry, or null at the end. */
  public StoreObject next() throws IOException {
    StoreObject next = entries.next();
    // What is below them is not wanted, and would be kept.
    entries.discovered();
    return next;
  }

  @Override
  public void close() {
    entries.close();
  }
}
