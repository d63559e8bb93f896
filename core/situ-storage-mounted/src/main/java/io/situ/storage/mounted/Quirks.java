// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Capability;
import java.util.Set;

/**
 * In what a file system differs from what its mount's type lets expect, as its driver knows.
 *
 * @param lacking what it cannot do
 * @param claims whether a no-replace rename must claim the new name, because the file system has
 *     neither such a rename nor hard links; exclusive creation must hold across all hosts
 * @param unstableInodes whether inode numbers differ from host to host or change with time, and so
 *     are no part of a version
 */
public record Quirks(Set<Capability> lacking, boolean claims, boolean unstableInodes) {

  /** None. */
  public static final Quirks NONE = new Quirks(Set.of(), false, false);

  public Quirks {
    lacking = Set.copyOf(lacking);
  }
}
