// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.Rows;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.Optional;

/** Rows of an earlier snapshot, asked for in ascending key order. */
public final class PreviousSnapshotCursor implements AutoCloseable {

  private final Rows rows;
  private final SnapshotWriter.Tally seen;
  private Row row;
  private String key;

  /**
   * @param seen counts the rows
   */
  public PreviousSnapshotCursor(Rows rows, SnapshotWriter.Tally seen) throws InventoryException {
    this.rows = rows;
    this.seen = seen;
    advance();
  }

  private void advance() throws InventoryException {
    row = rows.next();
    key = row == null ? null : SortKeys.of(row.object());
    if (row != null) {
      seen.add(row);
    }
  }

  /** The next row not taken, or null at the end. */
  public Row peek() {
    return row;
  }

  /** The key of the next row not taken, or null at the end. */
  public String key() {
    return key;
  }

  public Row next() throws InventoryException {
    Row taken = row;
    advance();
    return taken;
  }

  /** The row of {@code object}'s key; rows before it are passed over. */
  public Optional<Row> find(StoreObject object) throws InventoryException {
    String wanted = SortKeys.of(object);
    while (key != null && SortKeys.compare(key, wanted) < 0) {
      advance();
    }
    return wanted.equals(key) ? Optional.of(next()) : Optional.empty();
  }

  /**
   * Takes over the rows of everything below a directory that could not be listed.
   *
   * @return how many
   */
  public long carryBelow(StoreObject directory, RowQueue pipe) throws IOException {
    long count = 0;
    String behind = SortKeys.afterSubtree(SortKeys.of(directory));
    while (key != null && SortKeys.compare(key, behind) < 0) {
      pipe.add(next());
      count++;
    }
    return count;
  }

  /** Passes over everything before {@code limit}. */
  public void skipTo(String limit) throws InventoryException {
    while (key != null && SortKeys.compare(key, limit) < 0) {
      advance();
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
