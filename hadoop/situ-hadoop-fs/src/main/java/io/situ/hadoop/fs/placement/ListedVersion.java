// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.inventory.datafile.Row;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;

/**
 * A file as a listing has it.
 *
 * @param path in the store
 * @param size in bytes
 * @param modifiedMillis when it was modified, in ms since 1970
 */
public record ListedVersion(StorePath path, long size, long modifiedMillis) {

  /** Returns whether an inventory's row is of this version, by size and time of modification. */
  boolean isOf(Row row) {
    StoreObject known = row.object();
    return known.isFile()
        && known.size() == size
        && known.attributes().modifiedMillis() == modifiedMillis;
  }

  ListedVersion below(StorePath root) {
    return new ListedVersion(path.relativeTo(root), size, modifiedMillis);
  }
}
