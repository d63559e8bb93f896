// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;

/** Where layouts come from: a seam, so that recorded ones can be put there. */
interface LayoutSource {

  /**
   * The layout of a file.
   *
   * @throws LayoutException if what the file system tells is no layout that is understood
   * @throws StoreException {@code NOT_FOUND}; {@code NO_ATTRIBUTE} or {@code UNSUPPORTED} where
   *     nothing is told; {@code UNAVAILABLE} where it is not told now
   */
  Layout layout(StoreObject file) throws LayoutException, StoreException;
}
