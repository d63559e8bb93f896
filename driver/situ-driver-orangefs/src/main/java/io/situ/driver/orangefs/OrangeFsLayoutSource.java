// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;

/** Where layouts come from: a seam, so that recorded ones can be put there. */
interface OrangeFsLayoutSource {

  /**
   * The layout of a file.
   *
   * @throws OrangeFsLayoutException if what the file system reports is no layout that is understood
   * @throws StoreException {@code NOT_FOUND}; {@code NO_ATTRIBUTE} or {@code UNSUPPORTED} where
   *     nothing is reported; {@code UNAVAILABLE} where it is not reported now
   */
  OrangeFsLayout layout(StoreObject file) throws OrangeFsLayoutException, StoreException;
}
