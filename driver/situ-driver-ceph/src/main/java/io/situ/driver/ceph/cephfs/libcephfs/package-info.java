// SPDX-License-Identifier: Apache-2.0
/**
 * A CephFS that this host has not mounted: every member of the store by libcephfs, path by path
 * from the root's inode. Sees {@code client}, {@code layout}, {@code cluster} and {@code
 * nativelib}.
 */
package io.situ.driver.ceph.cephfs.libcephfs;
