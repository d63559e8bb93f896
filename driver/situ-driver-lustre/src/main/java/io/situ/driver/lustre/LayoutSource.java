package io.situ.driver.lustre;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/** Where the bytes of layouts come from: the file system's attribute call, or a recording of it. */
interface LayoutSource {

  /** The name of the attribute. */
  String ATTRIBUTE = "lustre.lov";

  /**
   * The attribute of a file.
   *
   * @throws StoreException {@code NO_ATTRIBUTE} for a file without objects, or one that this user
   *     may not read; {@code NOT_FOUND}; {@code UNSUPPORTED} where this is no Lustre
   */
  byte[] layout(StorePath file) throws StoreException;
}
