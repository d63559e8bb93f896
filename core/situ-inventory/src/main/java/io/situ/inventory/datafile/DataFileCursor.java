// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.inventory.manifest.InventoryException;
import org.apache.parquet.column.ColumnReader;

/**
 * Steps through rows of one part. Only keys are decoded until a row is asked for. Not thread-safe.
 */
public final class DataFileCursor {

  /** Rows further away are reached by a new decoder rather than by stepping. */
  private static final int FAR = 1 << 9;

  private final DataFile part;
  private final boolean footers;
  private final long end;
  private final ColumnReader keys;
  private RowDecoder decoder;
  private long row;
  private byte[] key = new byte[0];

  /**
   * Before the row {@code begin}.
   *
   * @param footers whether rows get their row groups
   */
  DataFileCursor(DataFile part, long begin, long end, boolean footers) throws InventoryException {
    this.part = part;
    this.footers = footers;
    this.end = end;
    this.row = begin - 1;
    try {
      keys = begin == end ? null : part.columns(begin, end).reader(DataFileSchema.PATH);
    } catch (RuntimeException e) {
      throw DataFile.unreadable(part.file(), e);
    }
  }

  /** Steps to the next row; false at the end. */
  public boolean next() throws InventoryException {
    if (row + 1 >= end) {
      return false;
    }
    try {
      row++;
      key = keys.getBinary().getBytes();
      keys.consume();
      return true;
    } catch (RuntimeException e) {
      throw DataFile.unreadable(part.file(), e);
    }
  }

  /** The key of the present row; valid after {@link #next} said true. */
  public byte[] key() {
    return key;
  }

  /** The present row; may be asked once. */
  public Row row() throws InventoryException {
    try {
      if (decoder == null || row - decoder.next() > FAR) {
        decoder = new RowDecoder(part, row, end, footers);
      }
      return decoder.read(row, SortKeys.text(key));
    } catch (RuntimeException e) {
      throw DataFile.unreadable(part.file(), e);
    }
  }
}
