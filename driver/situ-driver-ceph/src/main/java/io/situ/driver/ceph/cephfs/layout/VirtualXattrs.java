// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/** What CephFS reports of an object beside what it lists: attributes, and the hidden directory. */
public interface VirtualXattrs {

  /** The hidden directory of snapshots, unless a client is configured to call it otherwise. */
  String SNAPSHOTS = ".snap";

  /** The attribute of each directory by which its cluster is known. */
  String CLUSTER = "ceph.cluster_fsid";

  /** The attribute of a directory that is its quota in bytes; 0 or absent for none. */
  String QUOTA = "ceph.quota.max_bytes";

  /**
   * One extended attribute by its full name.
   *
   * @throws StoreException {@code NO_ATTRIBUTE}; {@code PERMISSION_DENIED} if it is there, or may
   *     be, and this user may not read it; {@code NOT_FOUND} if the object is missing; {@code
   *     UNSUPPORTED}
   */
  byte[] xattr(StorePath path, String name) throws StoreException;
}
