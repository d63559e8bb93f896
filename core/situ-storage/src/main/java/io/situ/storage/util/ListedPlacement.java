// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.util.List;

/** Adds to the files of a listing which hosts hold them. */
public final class ListedPlacement {

  private ListedPlacement() {}

  /** Finds the extents of a file. */
  public interface Extents {
    List<Extent> find() throws StoreException;
  }

  /**
   * Returns the file with its extents. A placement that is not available costs locality and nothing
   * else: the file is returned as it is then.
   *
   * @throws StoreException {@code INTERRUPTED}
   */
  public static StoreObject add(StoreObject file, Extents extents) throws StoreException {
    try {
      return Listing.placed(file, extents.find());
    } catch (StoreException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      return file;
    }
  }
}
