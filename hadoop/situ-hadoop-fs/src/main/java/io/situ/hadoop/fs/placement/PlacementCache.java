// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.inventory.footer.RowGroup;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import java.util.List;
import java.util.Optional;

/** Placement that was learnt earlier. Thread-safe. */
interface PlacementCache {

  /**
   * The placement of each object, in their order; empty where nothing is known of this version of
   * it, or which hosts hold it.
   */
  List<Optional<List<Extent>>> extents(List<StoreObject> objects);

  /**
   * The row groups of each file, in their order; empty where none are known of a file of that size
   * and time of modification.
   */
  List<List<RowGroup>> rowGroups(List<ListedVersion> files);
}
