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
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement and row groups as an inventory remembers them, for objects that are still the version
 * it saw. A long-lived process follows the inventory: whether there is a newer snapshot is looked
 * at once a minute at most. An inventory that cannot be read costs locality and nothing else, and
 * is tried again a minute later. Thread-safe.
 */
public final class InventoryPlacement implements PlacementCache {

  private static final Logger LOG = LoggerFactory.getLogger(InventoryPlacement.class);

  private static final long CHECK_INTERVAL = TimeUnit.MINUTES.toNanos(1);

  private final Path directory;
  private final LongSupplier nanoTime;
  private Optional<RecentRows> rows = Optional.empty();
  private OptionalLong checkedAt = OptionalLong.empty();
  private String warned = "";

  /**
   * @param directory the inventory's, opened when first asked
   */
  public InventoryPlacement(Path directory) {
    this(directory, System::nanoTime);
  }

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  InventoryPlacement(Path directory, LongSupplier nanoTime) {
    this.directory = directory;
    this.nanoTime = nanoTime;
  }

  /** What is asked of a snapshot. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(RecentRows rows) throws InventoryException;
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
    return ask(known -> rowGroups(known.snapshot(), files))
        .orElseGet(() -> Collections.nCopies(files.size(), List.of()));
  }

  private static List<List<RowGroup>> rowGroups(Snapshot snapshot, List<ListedVersion> files)
      throws InventoryException {
    if (!snapshot.manifest().features().footers()) {
      return Collections.nCopies(files.size(), List.of());
    }
    List<Optional<Row>> rows = snapshot.findAll(files.stream().map(ListedVersion::path).toList());
    List<List<RowGroup>> answers = new ArrayList<>(files.size());
    for (int i = 0; i < files.size(); i++) {
      answers.add(rows.get(i).filter(files.get(i)::isOf).map(Row::rowGroups).orElse(List.of()));
    }
    return answers;
  }

  private List<Optional<Row>> rows(List<StoreObject> objects) {
    return ask(known -> known.find(objects.stream().map(StoreObject::path).toList()))
        .orElseGet(() -> Collections.nCopies(objects.size(), Optional.empty()));
  }

  /**
   * Asks the snapshot that is open and, where that fails, the current one once: the first may be
   * deleted meanwhile. Empty if neither can be read.
   */
  private <T> Optional<T> ask(Question<T> question) {
    Optional<RecentRows> open = open();
    try {
      return open.isPresent() ? Optional.of(question.ask(open.get())) : Optional.empty();
    } catch (InventoryException e) {
      open = reopen(open.get());
    }
    try {
      return open.isPresent() ? Optional.of(question.ask(open.get())) : Optional.empty();
    } catch (InventoryException e) {
      giveUp(e);
      return Optional.empty();
    }
  }

  private synchronized Optional<RecentRows> open() {
    long now = nanoTime.getAsLong();
    if (checkedAt.isEmpty() || now - checkedAt.getAsLong() >= CHECK_INTERVAL) {
      checkedAt = OptionalLong.of(now);
      openCurrent();
    }
    return rows;
  }

  /** Opens the inventory again, unless another thread did so. */
  private synchronized Optional<RecentRows> reopen(RecentRows failed) {
    if (rows.isPresent() && rows.get() == failed) {
      rows = Optional.empty();
      openCurrent();
    }
    return rows;
  }

  /** What is open stays so where the pointer cannot be read just now. */
  private void openCurrent() {
    try {
      Inventory inventory = Inventory.open(directory);
      if (rows.isEmpty() || rows.get().snapshot().manifest().id() != inventory.current()) {
        rows = Optional.of(new RecentRows(inventory.snapshot()));
      }
    } catch (InventoryException e) {
      if (rows.isEmpty()) {
        giveUp(e);
      }
    }
  }

  /** Says so once for each reason, and not at each attempt. */
  private synchronized void giveUp(InventoryException e) {
    rows = Optional.empty();
    if (!warned.equals(e.getMessage())) {
      warned = e.getMessage();
      LOG.warn("going on without remembered placement: {}", warned);
    }
  }
}
