// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.inventory.datafile.SortKeys;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Sorts the entries of one directory, on disk where they are too many for memory. */
final class ExternalSorter implements AutoCloseable {

  /**
   * Where runs are put.
   *
   * @param limit weight of the entries held in memory for one directory at most
   */
  record Place(Path directory, int limit, AtomicLong counter) {
    Place(Path directory, int limit) {
      this(directory, limit, new AtomicLong());
    }

    Path next() {
      return directory.resolve("run-" + counter.incrementAndGet());
    }
  }

  private final Place place;
  private final int from;
  private final Comparator<StoreObject> order;
  private final List<Path> runs = new ArrayList<>();
  private List<StoreObject> objects = new ArrayList<>();
  private int weight;

  ExternalSorter(StorePath directory, Place place) {
    this.place = place;
    this.from = SortKeys.ofDirectory(directory).length();
    this.order = SortKeys.siblings(from);
  }

  void add(StoreObject object) throws IOException {
    objects.add(object);
    weight += SortedEntries.weight(object);
    if (weight >= place.limit()) {
      spill();
    }
  }

  private void spill() throws IOException {
    StoreObject[] sorted = DirectorySorter.sort(objects.toArray(StoreObject[]::new), from);
    Path run = place.next();
    runs.add(run);
    RunFile.write(run, List.of(sorted));
    objects = new ArrayList<>();
    weight = 0;
  }

  /** The entries in order; nothing may be added afterwards. */
  SortedEntries finish() throws IOException {
    if (runs.isEmpty()) {
      return SortedEntries.of(DirectorySorter.sort(objects.toArray(StoreObject[]::new), from));
    }
    if (!objects.isEmpty()) {
      spill();
    }
    SortedEntries merged = new MergedRuns(List.copyOf(runs), order);
    runs.clear();
    return merged;
  }

  /** Deletes runs that were not taken. */
  @Override
  public void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }
}
