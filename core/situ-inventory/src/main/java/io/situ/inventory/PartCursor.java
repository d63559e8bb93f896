package io.situ.inventory;

import java.nio.file.Path;
import java.util.Arrays;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;

/**
 * Steps through rows of one part. Only keys are decoded until a row is asked for. Not safe for use
 * by several threads.
 */
final class PartCursor {

  private final Path file;
  private final long rows;
  private final ColumnReader paths;
  private final RowDecoder decoder;
  private long seen;
  private byte[] key = new byte[0];

  /**
   * @param pages null for no rows
   */
  PartCursor(Path file, PageReadStore pages, String createdBy, String storeRoot) {
    this.file = file;
    this.rows = pages == null ? 0 : pages.getRowCount();
    if (rows == 0) {
      paths = null;
      decoder = null;
      return;
    }
    ColumnReadStoreImpl columns =
        new ColumnReadStoreImpl(pages, PartSchema.noConverter(), PartSchema.MESSAGE, createdBy);
    paths = columns.getColumnReader(PartSchema.column(PartSchema.PATH));
    decoder = new RowDecoder(columns, storeRoot);
  }

  /** Steps to the next row; false at the end. */
  boolean next() throws InventoryException {
    if (seen == rows) {
      return false;
    }
    try {
      if (seen++ > 0) {
        paths.consume();
      }
      key = paths.getBinary().getBytes();
      return true;
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  /** The key of the present row; valid after {@link #next} said true. */
  byte[] key() {
    return key;
  }

  /** Steps to the first row whose key is at least {@code target}; false if there is none. */
  boolean seek(byte[] target) throws InventoryException {
    while (seen == 0 || Arrays.compareUnsigned(key, target) < 0) {
      if (!next()) {
        return false;
      }
    }
    return true;
  }

  /** The present row; may be asked once. */
  Row row() throws InventoryException {
    try {
      return decoder.read(seen - 1, Keys.text(key));
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  private InventoryException unreadable(RuntimeException cause) {
    return InventoryException.damaged(file, "does not hold an inventory's rows", cause);
  }
}
