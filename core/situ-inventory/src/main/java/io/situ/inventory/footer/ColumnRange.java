// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import java.util.Objects;

/**
 * Bytes of one column in a row group or stripe. Immutable and thread-safe.
 *
 * @param column in Parquet the path of a column with values, its parts separated by dots; in ORC
 *     the name of a column of the top level
 * @param start the first byte, from the start of the file
 * @param length in bytes
 */
public record ColumnRange(String column, long start, long length) {

  /**
   * Creates a range.
   *
   * @throws IllegalArgumentException if it ends before it starts, or starts before the file
   */
  public ColumnRange {
    Objects.requireNonNull(column, "column");
    RowGroup.requireRange(start, length);
  }
}
