// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a snapshot that were looked up last, and what was not found. A snapshot finds a
 * thousand rows that are neighbours about as fast as one: who lists a directory and then asks for
 * its files one by one gets what the listing found. Thread-safe.
 */
final class RecentRows {

  /** In extents, of which each takes some 200 bytes. */
  private static final long MAX_WEIGHT = 1 << 17;

  /** What a row takes beside its extents. */
  private static final int ROW_WEIGHT = 4;

  private final Snapshot snapshot;
  private final Map<StorePath, Optional<Row>> rows = new LinkedHashMap<>(16, 0.75f, true);
  private long weight;

  RecentRows(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Returns the row of each path, without its row groups, in their order; empty where there is
   * none.
   *
   * @throws InventoryException as {@link Snapshot#findAll}
   */
  List<Optional<Row>> find(List<StorePath> paths) throws InventoryException {
    Map<StorePath, Optional<Row>> known = known(paths);
    List<StorePath> missing = paths.stream().filter(path -> !known.containsKey(path)).toList();
    if (!missing.isEmpty()) {
      List<Optional<Row>> found = snapshot.findAllWithoutRowGroups(missing);
      for (int i = 0; i < found.size(); i++) {
        known.put(missing.get(i), found.get(i));
        keep(missing.get(i), found.get(i));
      }
    }
    List<Optional<Row>> answers = new ArrayList<>(paths.size());
    paths.forEach(path -> answers.add(known.get(path)));
    return answers;
  }

  private synchronized Map<StorePath, Optional<Row>> known(List<StorePath> paths) {
    Map<StorePath, Optional<Row>> known = new LinkedHashMap<>();
    for (StorePath path : paths) {
      Optional<Row> row = rows.get(path);
      if (row != null) {
        known.put(path, row);
      }
    }
    return known;
  }

  private synchronized void keep(StorePath path, Optional<Row> row) {
    Optional<Row> before = rows.put(path, row);
    weight += weight(row) - (before == null ? 0 : weight(before));
    Iterator<Optional<Row>> oldest = rows.values().iterator();
    while (weight > MAX_WEIGHT && oldest.hasNext()) {
      weight -= weight(oldest.next());
      oldest.remove();
    }
  }

  private static int weight(Optional<Row> row) {
    return ROW_WEIGHT + row.map(found -> found.object().extents().size()).orElse(0);
  }
}
