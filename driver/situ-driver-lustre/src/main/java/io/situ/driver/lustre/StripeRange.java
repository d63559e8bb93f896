// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import java.util.List;

/**
 * A range of a file whose bytes lie on the same targets.
 *
 * @param targets index of each object storage target that has a copy, best first, {@link #MDT} for
 *     a metadata target; empty where no target has one that may be read
 */
public record StripeRange(long offset, long length, List<Integer> targets) {

  /** Stands for the metadata target that has a small file's bytes. */
  public static final int MDT = -1;

  public StripeRange {
    targets = List.copyOf(targets);
  }

  /** The first byte behind it. */
  long end() {
    return offset + length;
  }
}
