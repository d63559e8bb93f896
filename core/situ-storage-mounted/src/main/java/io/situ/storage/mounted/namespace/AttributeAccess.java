// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.Attributes;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The members of a store that read and change what is said of an object, as {@link
 * io.situ.storage.Store} describes them.
 */
public interface AttributeAccess {

  void change(StorePath path, Attributes.Change change) throws StoreException;

  Map<String, byte[]> xattrs(StorePath path) throws StoreException;

  /**
   * Returns one extended attribute by its full name, listed or not.
   *
   * @throws StoreException {@code NO_ATTRIBUTE}; {@code PERMISSION_DENIED} if it is there, or may
   *     be, and this user may not read it; {@code NOT_FOUND} if the object is missing; {@code
   *     UNSUPPORTED}
   */
  byte[] xattr(StorePath path, String name) throws StoreException;

  void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException;

  void removeXattr(StorePath path, String name) throws StoreException;

  StorageUsage space(StorePath path) throws StoreException;
}
