// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.datafile.SortKeys;
import io.situ.storage.StoreObject;
import java.util.Optional;

/**
 * One step from an earlier snapshot to the present state.
 *
 * @param key where
 * @param tree whether everything below is meant too
 * @param object what is there now, with extents only where these alone differ; empty if nothing is
 */
record SnapshotEdit(String key, boolean tree, Optional<StoreObject> object) {

  static SnapshotEdit drop(String key) {
    return new SnapshotEdit(key, SortKeys.isDirectory(key), Optional.empty());
  }

  static SnapshotEdit put(StoreObject object) {
    return new SnapshotEdit(SortKeys.of(object), false, Optional.of(object));
  }

  static SnapshotEdit putTree(StoreObject directory) {
    return new SnapshotEdit(SortKeys.of(directory), true, Optional.of(directory));
  }

  /** The first key that is not meant. */
  String behind() {
    return tree ? SortKeys.afterSubtree(key) : key + '\0';
  }
}
