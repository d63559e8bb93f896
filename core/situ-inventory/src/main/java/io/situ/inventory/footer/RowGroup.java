// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import java.util.List;

/**
 * A row group of Parquet or a stripe of ORC: what a reader takes as a whole. Immutable and
 * thread-safe.
 *
 * @param start the first byte, from the start of the file
 * @param length in bytes
 * @param columns which bytes are of which column, in the order of the footer; a column of ORC may
 *     have several ranges. Empty if they were not asked for
 */
public record RowGroup(long start, long length, List<ColumnRange> columns) {

  /**
   * Creates a row group.
   *
   * @throws IllegalArgumentException if it ends before it starts, or starts before the file
   */
  public RowGroup {
    columns = List.copyOf(columns);
    requireRange(start, length);
  }

  static void requireRange(long start, long length) {
    if (start < 0 || length < 0 || start > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException("no such range: " + start + "+" + length);
    }
  }

  /** Returns the byte after its last one. */
  public long end() {
    return start + length;
  }
}
