// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;

/** Calls of {@code libcephfs.h} that report the same twice, by different structures. */
final class StatxAbiCalls {

  static {
    Native.register(StatxAbiCalls.class, "libcephfs.so.2");
  }

  private StatxAbiCalls() {}

  /** Puts a {@code struct ceph_statx}, Ceph's own, at an address. */
  static native int ceph_statx(long mount, String path, long statx, int want, int flags);

  /** Puts a {@code struct stat}, the system's, at an address. */
  static native int ceph_stat(long mount, String path, long stat);
}
