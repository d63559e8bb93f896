// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import java.nio.charset.StandardCharsets;

/** Attributes of directories that may be asked for without permission to read these. */
public enum SystemXattr {
  /** The cluster's identity. */
  CLUSTER(VirtualXattrs.CLUSTER),
  /** A quota in bytes; 0 or absent for none. */
  QUOTA(VirtualXattrs.QUOTA),
  /** Bytes in all files below a directory. */
  TAKEN("ceph.dir.rbytes");

  private final String attribute;

  SystemXattr(String attribute) {
    this.attribute = attribute;
  }

  byte[] bytes() {
    return attribute.getBytes(StandardCharsets.US_ASCII);
  }
}
