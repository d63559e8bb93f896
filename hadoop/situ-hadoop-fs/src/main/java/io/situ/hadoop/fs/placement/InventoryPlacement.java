// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.inventory.Inventory;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.footer.RowGroup;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement and row groups as an inventory remembers them, for objects that are still the version
 * it saw. An inventory that cannot be read costs locality and nothing else. Thread-safe.
 */
public final class InventoryPlacement implements PlacementCache {

  private static final Logger LOG = LoggerFactory.getLogger(InventoryPlacement.class);

  private final Path directory;
  private Optional<RecentRows> rows;

  /**
   * @param directory the inventory's, opened when first asked
   */
  public InventoryPlacement(Path directory) {
    this.directory = directory;
  }

  @Override
  public List<Optional<List<Extent>>> extents(List<StoreObject> objects) {
    List<Optional<List<Extent>>> answers = new ArrayList<>(objects.size());
    List<Optional<Row>> rows = rows(objects);
    for (int i = 0; i < objects.size(); i++) {
      StoreObject object = objects.get(i);
      answers.add(rows.get(i).flatMap(row -> row.extentsOf(object)));
    }
    return answers;
  }

  @Override
  public List<List<RowGroup>> rowGroups(List<ListedVersion> files) {
    Optional<Snapshot> open =
        open().map(RecentRows::snapshot).filter(known -> known.manifest().features().footers());
    if (open.isPresent()) {
      try {
        return rowGroups(open.get(), files);
      } catch (InventoryException e) {
        giveUp(e);
      }
    }
    return Collections.nCopies(files.size(), List.of());
  }

  private static List<List<RowGroup>> rowGroups(Snapshot snapshot, List<ListedVersion> files)
      throws InventoryException {
    List<Optional<Row>> rows = snapshot.findAll(files.stream().map(ListedVersion::path).toList());
    List<List<RowGroup>> answers = new ArrayList<>(files.size());
    for (int i = 0; i < files.size(); i++) {
      answers.add(rows.get(i).filter(files.get(i)::isOf).map(Row::rowGroups).orElse(List.of()));
    }
    return answers;
  }

  private List<Optional<Row>> rows(List<StoreObject> objects) {
    Optional<RecentRows> open = open();
    if (open.isPresent()) {
      try {
        return open.get().find(objects.stream().map(StoreObject::path).toList());
      } catch (InventoryException e) {
        giveUp(e);
      }
    }
    return Collections.nCopies(objects.size(), Optional.empty());
  }

  private synchronized Optional<RecentRows> open() {
    if (rows == null) {
      try {
        rows = Optional.of(new RecentRows(Inventory.open(directory).snapshot()));
      } catch (InventoryException e) {
        giveUp(e);
      }
    }
    return rows;
  }

  private synchronized void giveUp(InventoryException e) {
    rows = Optional.empty();
    LOG.warn("going on without remembered placement: {}", e.getMessage());
  }
}
