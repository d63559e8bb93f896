// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.Iterator;

/** The objects of a tree, one after the other. Not thread-safe. */
@FunctionalInterface
public interface AttachObjects {

  /** Is given what could not be looked at, where that ends nothing. */
  @FunctionalInterface
  interface Unread {

    /**
     * Takes a directory of which not all is known.
     *
     * @throws IOException if that ends the attach
     */
    void failed(StorePath directory, IOException reason) throws IOException;
  }

  /**
   * Returns the next object, a directory before what is in it; null at the end.
   *
   * @param unread is given each directory that could not be listed, or not to its end
   * @throws IOException if the store or the inventory fails as a whole, or {@code unread} throws
   */
  StoreObject next(Unread unread) throws IOException;

  /** Returns objects that are all known. */
  static AttachObjects of(Iterator<StoreObject> objects) {
    return unread -> objects.hasNext() ? objects.next() : null;
  }
}
