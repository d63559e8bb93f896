// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/** The members of a store that change names, as {@link io.situ.storage.Store} describes them. */
public interface NameOperations {

  void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException;

  void mkdir(StorePath path, int mode) throws StoreException;

  boolean delete(StorePath path) throws StoreException;

  boolean deleteTree(StorePath path) throws StoreException;

  void symlink(StorePath path, String target) throws StoreException;

  void hardLink(StorePath path, StorePath existing) throws StoreException;
}
