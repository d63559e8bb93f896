// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import java.util.List;

/**
 * What the footer of a file says. Immutable and thread-safe.
 *
 * @param groups in the order of their bytes, within the file; none in a file without rows
 */
public record FileFooter(Format format, List<RowGroup> groups) {

  /** The formats whose footers are read. */
  public enum Format {
    PARQUET,
    ORC
  }

  public FileFooter {
    groups = List.copyOf(groups);
  }
}
