// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephError;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;

/**
 * A name in a directory that is held: what the calls that change names work on, so that no one can
 * swap the directory for a link between the look and the act.
 */
record LibCephFsEntryRef(LibCephFsInode directory, byte[] name) implements AutoCloseable {

  /** What has the name, links not followed. */
  LibCephFsInode node() throws CephError {
    return directory.child(name);
  }

  @Override
  public void close() {
    directory.close();
  }
}
