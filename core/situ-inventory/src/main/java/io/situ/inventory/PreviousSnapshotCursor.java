// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.Optional;

/** Rows of an earlier snapshot, asked for in ascending key order. */
final class PreviousSnapshotCursor implements AutoCloseable {

  private final Rows rows;
  private final SnapshotWriter.Tally seen;
  private Row row;
  private String key;

  /**
   * @param seen counts the rows
   */
  PreviousSnapshotCursor(Rows rows, SnapshotWriter.Tally seen) throws InventoryException {
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
  Row peek() {
    return row;
  }

  /** The key of the next row not taken, or null at the end. */
  String key() {
    return key;
  }

  Row next() throws InventoryException {
    Row taken = row;
    advance();
    return taken;
  }

  /** The row of {@code object}'s key; rows before it are passed over. */
  Optional<Row> find(StoreObject object) throws InventoryException {
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
  long carryBelow(StoreObject directory, RowQueue pipe) throws IOException {
    long count = 0;
    String behind = SortKeys.afterSubtree(SortKeys.of(directory));
    while (key != null && SortKeys.compare(key, behind) < 0) {
      pipe.add(next());
      count++;
    }
    return count;
  }

  /** Passes over everything before {@code limit}. */
  void skipTo(String limit) throws InventoryException {
    while (key != null && SortKeys.compare(key, limit) < 0) {
      advance();
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
