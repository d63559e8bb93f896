// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.ErrnoException;

/** Opens the directory that a store has as its root. Thread-safe. */
interface RootOpener extends AutoCloseable {

  /**
   * Holds the directory, to be closed by the caller.
   *
   * @param path what is looked for from there
   * @throws StoreException {@code UNAVAILABLE} without a session; {@code FAILED} once this is
   *     closed
   */
  LibCephFsInode open(StorePath path) throws StoreException, ErrnoException;

  /** Returns the same for the same user, in a session whose library reads nothing ahead. */
  RootOpener ofTasks() throws StoreException;

  @Override
  void close();
}
