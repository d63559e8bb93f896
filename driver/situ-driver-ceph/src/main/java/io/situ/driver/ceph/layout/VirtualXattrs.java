// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.layout;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/** The attributes in which CephFS reports of an object what it does not list among the others. */
public interface VirtualXattrs {

  /**
   * One extended attribute by its full name.
   *
   * @throws StoreException {@code NO_ATTRIBUTE}; {@code NOT_FOUND} if the object is missing; {@code
   *     UNSUPPORTED}
   */
  byte[] xattr(StorePath path, String name) throws StoreException;
}
