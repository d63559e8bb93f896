// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/** Where the bytes of layouts come from: the file system's calls, or a recording of them. */
interface LustreLayoutSource {

  /** The name of the attribute. */
  String ATTRIBUTE = "lustre.lov";

  /**
   * The attribute of a file.
   *
   * @throws StoreException {@code NO_ATTRIBUTE} for a file without objects; {@code
   *     PERMISSION_DENIED} for one that this user may not read; {@code NOT_FOUND}; {@code
   *     UNSUPPORTED} where this is no Lustre
   */
  byte[] layout(StorePath file) throws StoreException;

  /**
   * The same of a file that a listing has just met, where the file system lets its directory be
   * asked also of one that this user may not read.
   *
   * @param directory descriptor of the open directory
   * @throws StoreException as {@link #layout(StorePath)}
   */
  default byte[] layout(StorePath file, int directory) throws StoreException {
    return layout(file);
  }
}
