// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreRetry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The sorted content of one directory, read once. Used by one thread at a time. */
interface SortedEntries extends AutoCloseable {

  /** The weight of the objects that it holds in memory. */
  int held();

  /** How much memory an object takes, in objects without extents. */
  static int weight(StoreObject object) {
    return 1 + object.extents().size();
  }

  /** The next object in key order, or null at the end. */
  StoreObject next() throws IOException;

  /** The folder of the directory that {@link #next} named last. */
  PendingDirectory folder();

  /** Folders that became known since the last call and will be named later, in order. */
  List<PendingDirectory> discovered();

  /** Gives up what is left. Never fails. */
  @Override
  void close();

  /**
   * Lists a directory completely and sorts it, on disk where it is too large for memory. It is
   * listed once more where the store did not answer.
   *
   * @param options how; not recursive
   * @param wanted asked of each entry, of both listings where there are two
   * @throws StoreException if the directory cannot be listed
   */
  static SortedEntries list(
      Store store,
      StorePath directory,
      Listing.Options options,
      ExternalSorter.Place place,
      Predicate<StoreObject> wanted)
      throws IOException {
    return StoreRetry.retryOnce(() -> listOnce(store, directory, options, place, wanted));
  }

  private static SortedEntries listOnce(
      Store store,
      StorePath directory,
      Listing.Options options,
      ExternalSorter.Place place,
      Predicate<StoreObject> wanted)
      throws IOException {
    try (Listing listing = store.list(directory, options);
        ExternalSorter sorter = new ExternalSorter(directory, place)) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        if (wanted.test(object)) {
          sorter.add(object);
        }
      }
      return sorter.finish();
    }
  }

  /** A directory that fits into memory. */
  static SortedEntries of(StoreObject[] sorted) {
    return new InMemory(sorted);
  }

  /** Objects are forgotten as they are handed out. */
  final class InMemory implements SortedEntries {
    private final StoreObject[] sorted;
    private final List<PendingDirectory> folders = new ArrayList<>();
    private final int held;
    private boolean reported;
    private int index;
    private int folder;

    InMemory(StoreObject[] sorted) {
      this.sorted = sorted;
      this.held = Stream.of(sorted).mapToInt(SortedEntries::weight).sum();
      for (StoreObject object : sorted) {
        if (object.isDirectory()) {
          folders.add(new PendingDirectory(object.path()));
        }
      }
    }

    @Override
    public int held() {
      return held;
    }

    @Override
    public StoreObject next() {
      if (index == sorted.length) {
        return null;
      }
      StoreObject object = sorted[index];
      sorted[index++] = null;
      if (object.isDirectory()) {
        folder++;
      }
      return object;
    }

    @Override
    public PendingDirectory folder() {
      return folders.set(folder - 1, null);
    }

    @Override
    public List<PendingDirectory> discovered() {
      if (reported) {
        return List.of();
      }
      reported = true;
      return List.copyOf(folders);
    }

    @Override
    public void close() {}
  }
}
