// SPDX-License-Identifier: Apache-2.0
/**
 * A CephFS as a store: {@link io.situ.driver.ceph.cephfs.CephProvider} opens it through a mount
 * ({@code mounted}) or without one ({@code libcephfs}), and {@link
 * io.situ.driver.ceph.cephfs.CephStore} adds to both what CephFS keeps of changes and snapshots.
 * Sees all packages of CephFS and {@code cluster}; none of them sees this one.
 */
package io.situ.driver.ceph.cephfs;
