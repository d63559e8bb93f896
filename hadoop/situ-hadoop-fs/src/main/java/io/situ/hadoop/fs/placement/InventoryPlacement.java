// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.inventory.Inventory;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement as an inventory remembers it, for objects that are still the version it saw. An
 * inventory that cannot be read costs locality and nothing else. Thread-safe.
 */
public final class InventoryPlacement implements PlacementCache {

  private static final Logger LOG = LoggerFactory.getLogger(InventoryPlacement.class);

  private final Path directory;
  private Optional<Snapshot> snapshot;

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

  private List<Optional<Row>> rows(List<StoreObject> objects) {
    Optional<Snapshot> open = open();
    if (open.isPresent()) {
      try {
        return open.get().findAll(objects.stream().map(StoreObject::path).toList());
      } catch (InventoryException e) {
        giveUp(e);
      }
    }
    return objects.stream().map(object -> Optional.<Row>empty()).toList();
  }

  private synchronized Optional<Snapshot> open() {
    if (snapshot == null) {
      try {
        snapshot = Optional.of(Inventory.open(directory).snapshot());
      } catch (InventoryException e) {
        giveUp(e);
      }
    }
    return snapshot;
  }

  private synchronized void giveUp(InventoryException e) {
    snapshot = Optional.empty();
    LOG.warn("going on without remembered placement: {}", e.getMessage());
  }
}
